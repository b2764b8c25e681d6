import { useEffect, useState } from 'preact/hooks';

/// On a phone the answer is below the question: until it is in sight, its sentence is shown at the
/// lower edge, under the thumb.
export function AnswerBar({ sentence, place }: { sentence: string; place: preact.RefObject<HTMLElement> }) {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver(([entry]) =>
      setInSight(entry.isIntersecting || entry.boundingClientRect.top < 0),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place.current]);
  if (sentence === '' || inSight) return null;
  return (
    <div class="answer-bar" role="region" aria-label="The answer in short">
      <button
        type="button"
        onClick={() =>
          place.current?.scrollIntoView({
            behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
          })
        }
      >
        <span>{sentence}</span>
        <span aria-hidden="true">↓</span>
      </button>
    </div>
  );
}
