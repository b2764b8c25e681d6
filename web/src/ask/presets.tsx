import type { Preset } from '../engine/types';
import type { Values } from '../link';

/// Situations that players often meet, as a start.
export function Presets({ presets, choose }: { presets: Preset[]; choose: (values: Values) => void }) {
  if (presets.length === 0) return null;
  return (
    <div class="field">
      <label for="preset">Start from</label>
      <select
        id="preset"
        value=""
        onChange={(event) => {
          const preset = presets.find((each) => each.name === event.currentTarget.value);
          event.currentTarget.value = '';
          if (preset) choose({ ...preset.parameters });
        }}
      >
        <option value="">a situation that players often meet ...</option>
        {presets.map((each) => (
          <option key={each.name} value={each.name}>
            {each.meaning}
          </option>
        ))}
      </select>
    </div>
  );
}
