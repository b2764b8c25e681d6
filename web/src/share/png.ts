const scale = 2; // for print

/// Turns a picture of the engine into a PNG.
export async function png(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser does not let the page draw.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((give, fail) =>
      canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error('The picture is too large.'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
