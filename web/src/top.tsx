const screens = [
  { name: '', label: 'Odds' },
  { name: 'luck', label: 'Luck' },
  { name: 'campaign', label: 'Campaign' },
  { name: 'rules', label: 'House rules' },
];

/// Links to all screens.
export function Top({ screen }: { screen: string }) {
  return (
    <header class="top">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault(); // the address belongs to the question
          const main = document.getElementById('main');
          main?.setAttribute('tabindex', '-1');
          main?.focus();
        }}
      >
        To the content
      </a>
      <nav aria-label="Screens">
        {screens.map(({ name, label }) => (
          <a key={name} href={`#/${name}`} aria-current={screen === name ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
}
