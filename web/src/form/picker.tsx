import { useRef, useState } from 'preact/hooks';
import { plain, titled } from '../words';
import { joiningOf, useNames, withOne } from './names';
import { given, shownValue, type FieldProps } from './parts';

const manyNames = 24;

/// The printed names to tap, in a sheet of their own: counters add up, a single name replaces.
export function Picker(props: FieldProps) {
  const { pool, procedure, parameter } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState(false);
  const [filter, setFilter] = useState('');
  const names = useNames(pool, procedure, parameter, wanted);
  const [label, joining, value] = [titled(parameter.name), joiningOf(parameter), shownValue(props)];
  const change = (text: string) => props.change(given(text, parameter));
  const open = () => {
    setWanted(true);
    dialog.current?.showModal();
  };
  const shown = names.filter((name) => plain(name).includes(plain(filter))).slice(0, 200);
  const close = () => dialog.current?.close();
  return (
    <>
      <button type="button" class="pick" aria-haspopup="dialog" onClick={open}>
        Pick<span class="unseen"> {label}</span>
      </button>
      <dialog
        ref={dialog}
        class="sheet"
        aria-label={`Pick ${label}`}
        onClick={(event) => event.target === dialog.current && close()}
      >
        <div class="sheet-in">
          <p class="sheet-value" role="status">
            <span class="quiet">{label}:</span> <strong>{value || 'nothing yet'}</strong>
          </p>
          {names.length > manyNames && (
            <input
              type="search"
              aria-label="Find a name"
              placeholder="Find a name"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          )}
          <div class="counters">
            {shown.map((name) => (
              <button
                key={name}
                type="button"
                class="counter"
                onClick={() => {
                  change(withOne(value, name, joining));
                  if (joining === 'one') close();
                }}
              >
                {name}
              </button>
            ))}
          </div>
          <div class="buttons">
            <button type="button" onClick={() => change('')}>
              Clear
            </button>
            <button type="button" class="main" onClick={close}>
              Done
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}
