import { useEffect, useRef } from 'preact/hooks';
import { drawn } from './svg';

/// A picture of the engine in the page's colours; `fit` scales one that is drawn for paper.
export function Drawing({ svg, fit }: { svg: string; fit?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = drawn(svg);
    place.current?.replaceChildren(...(picture ? [picture] : []));
  }, [svg]);
  return (
    <div
      class={fit ? 'drawing scroll fit' : 'drawing scroll'}
      ref={place}
      tabIndex={0}
      role="region"
      aria-label="Picture"
    />
  );
}

/// The width that a picture may have, in pixels.
export function pictureWidth(): number {
  const page = document.documentElement.clientWidth;
  return Math.round(Math.min(760, Math.max(320, page < 960 ? page - 32 : page - 460)));
}
