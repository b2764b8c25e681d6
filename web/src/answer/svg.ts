import { words } from '../words';

// The engine's pictures are text. Only shapes, words and colours get into the page: elements and
// attributes that are not listed here are left out.

const elements = words(`
  svg title desc g defs pattern clipPath linearGradient stop rect path text tspan circle ellipse line polyline
  polygon`);
const attributes = words(`
  class cx cy d dx dy fill fill-opacity font-size font-style font-weight height opacity points r role rx ry stroke
  stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor transform viewBox width
  x x1 x2 y y1 y2`);
const space = 'http://www.w3.org/2000/svg';

function copied(from: Element): SVGElement | undefined {
  if (from.namespaceURI !== space || !elements.has(from.localName)) return undefined;
  const to = document.createElementNS(space, from.localName);
  for (const { name, value } of Array.from(from.attributes)) {
    if (attributes.has(name) && !/url\s*\(|javascript:/i.test(value)) to.setAttribute(name, value);
  }
  for (const child of Array.from(from.childNodes)) {
    if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? '');
    else if (child instanceof Element) {
      const copy = copied(child);
      if (copy) to.append(copy);
    }
  }
  return to;
}

/// The picture as an element of the page; undefined if the text is no picture.
export function drawn(text: string): SVGElement | undefined {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  return parsed.querySelector('parsererror') ? undefined : copied(parsed.documentElement);
}
