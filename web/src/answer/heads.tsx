/// The heads of a table of chances; `more` are the columns after them.
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
