export interface EntryProps {
  to: string;
  title: string;
  note?: string;
  more?: string;
}

export function Entry({ to, title, note, more }: EntryProps) {
  return (
    <li>
      <a href={to}>
        <span class="entry-title">{title.charAt(0).toUpperCase() + title.slice(1)}</span>
        {more && <small>{more}</small>}
        {note && <small>{note}</small>}
      </a>
    </li>
  );
}
