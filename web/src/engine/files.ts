/// The address of a file of the engine. Its folder has a name that changes with what is in it, so
/// that no browser mixes the versions; index.html names it.
export function engineFile(name: string): string {
  return new URL(name, document.querySelector<HTMLLinkElement>('#library')!.href).href;
}
