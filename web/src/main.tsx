import { render } from 'preact';
import { App } from './app';
import { lacking } from './engine/code';
import { Pool } from './engine/pool';
import './style/base.css';
import './style/form.css';
import './style/answer.css';
import './style/screens.css';
import './style/print.css';

const most = 16; // engines at most: each takes memory

/// ?threads=2 in the page's address sets the number of engines that simulate.
function threads(): number {
  const asked = Number(new URLSearchParams(location.search).get('threads'));
  return Number.isInteger(asked) && asked >= 1 && asked <= 64
    ? asked
    : Math.min(navigator.hardwareConcurrency || 2, most);
}

const page = document.getElementById('page')!;
const missing = lacking();
if (missing) {
  page.textContent = missing;
  page.setAttribute('role', 'alert');
} else {
  const pool = new Pool(threads());
  // Lets people and tests call the engine from the browser's console.
  Object.assign(window, { combatOdds: pool });
  render(<App pool={pool} />, page);
}
