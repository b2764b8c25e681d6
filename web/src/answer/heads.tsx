/// The first line of a table of what is known of each thing; `more` are the columns behind.
export function Heads({ pinned, simulated, more }: { pinned: boolean; simulated: boolean; more: string[] }) {
  const titles = [pinned ? 'Now' : 'Exact', simulated && 'Simulated', pinned && 'Pinned', ...more];
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="unseen">What</span>
        </th>
        {titles.map((title) => title && <th scope="col">{title}</th>)}
      </tr>
    </thead>
  );
}
