/** What is pressed and written: the buttons under messages, their actions, the composer. */
export const CONTROLS = `
.keyboard { display: grid; gap: 4px; width: 100%; margin-top: 4px; }
.row { display: grid; grid-auto-columns: minmax(0, 1fr); grid-auto-flow: column; gap: 4px; }
.key {
  position: relative;
  text-wrap: balance;
  display: grid;
  place-items: center;
  min-height: 40px;
  padding: 5px 4px;
  border: 1px solid var(--key-line);
  border-radius: 10px;
  background: var(--key);
  color: var(--key-text);
  font-size: 14px;
  font-weight: 600;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  overflow-wrap: anywhere;
  cursor: pointer;
  transition: background-color 0.12s;
}
.key:hover { background: var(--key-hover); }
.key:active { filter: brightness(0.92); }
.key.primary, .key.success, .key.danger { border-color: transparent; color: #ffffff; }
.key.primary { background: var(--primary); }
.key.success { background: var(--success); }
.key.danger { background: var(--danger); }
.key.primary:hover, .key.success:hover, .key.danger:hover { filter: brightness(0.92); }
.key:disabled {
  border: 1px dashed var(--key-line);
  background: var(--key-off);
  color: var(--key-off-text);
  cursor: not-allowed;
  filter: none;
}
.key[data-sign] { padding-right: 14px; padding-left: 14px; }
.key[data-sign]::after { position: absolute; top: 1px; right: 6px; font-size: 12px; }
.key[data-sign="leads"]::after { content: "↗\\fe0e"; }
.key[data-sign="copies"]::after {
  content: "";
  top: 5px;
  right: 8px;
  width: 7px;
  height: 7px;
  border: 1px solid currentColor;
  border-radius: 2px;
  box-shadow: -2px 2px 0 -0.5px var(--key), -2px 2px 0 0.5px currentColor;
}
.key[aria-busy="true"] { cursor: progress; }
.key[aria-busy="true"]::after {
  content: "";
  position: absolute;
  top: 4px;
  right: 4px;
  width: 12px;
  height: 12px;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  animation: turn 0.8s linear infinite;
}
@keyframes turn { to { transform: rotate(1turn); } }
.actions { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 4px; }
.action {
  min-height: 32px;
  padding: 2px 10px;
  border: 1px solid var(--key-line);
  border-radius: 16px;
  background: var(--bar);
  font-size: 13px;
  cursor: pointer;
}
.action:hover { background: var(--key-hover); }

.composer { position: relative; border-top: 1px solid var(--line); background: var(--bar); padding: 6px 8px; }
.commands {
  position: absolute;
  inset: auto 0 100%;
  max-height: min(45dvh, 320px);
  border-top: 1px solid var(--line);
  background: var(--bar);
  overflow-y: auto;
  overscroll-behavior: contain;
}
.option { padding: 8px 14px; font-size: 14px; line-height: 1.3; cursor: pointer; }
.option + .option { border-top: 1px solid var(--line); }
.option strong { color: var(--link); }
.option span { color: var(--faint); }
.option:hover { background: color-mix(in srgb, var(--text) 8%, transparent); }
.option[aria-selected="true"] { background: var(--accent); }
.option[aria-selected="true"] :is(strong, span) { color: var(--on-accent); }
.line { display: flex; align-items: end; gap: 6px; }
.attach, .send {
  position: relative;
  display: grid;
  place-items: center;
  flex: none;
  width: 42px;
  height: 42px;
  border: 0;
  border-radius: 50%;
  cursor: pointer;
}
.attach::before {
  content: "";
  width: 20px;
  height: 20px;
  background: var(--faint);
  clip-path: polygon(42% 0, 58% 0, 58% 42%, 100% 42%, 100% 58%, 58% 58%, 58% 100%, 42% 100%,
    42% 58%, 0 58%, 0 42%, 42% 42%);
}
.attach:hover { background: color-mix(in srgb, var(--text) 8%, transparent); }
.attach:focus-within { outline: 3px solid var(--focus); }
.attach input { position: absolute; inset: 0; opacity: 0; cursor: pointer; font-size: 0; }
.line textarea {
  flex: 1 1 0;
  min-width: 0;
  min-height: 42px;
  max-height: 132px;
  padding: 9px 14px;
  border: 1px solid var(--field-line);
  border-radius: 21px;
  background: var(--field);
  color: var(--text);
  font-size: 16px;
  line-height: 1.4;
  resize: none;
}
.line textarea::placeholder { color: var(--faint); opacity: 1; }
.line textarea:focus-visible { outline-offset: -1px; outline-width: 2px; }
.send { background: var(--accent); color: var(--on-accent); }
.send::before {
  content: "";
  width: 20px;
  height: 18px;
  margin-left: 3px;
  background: currentColor;
  clip-path: polygon(0 0, 100% 50%, 0 100%, 0 58%, 62% 50%, 0 42%);
}
.send:hover { filter: brightness(0.94); }
.about { display: flex; align-items: center; gap: 8px; padding: 2px 4px 6px 12px; font-size: 14px; }
.about > div {
  flex: 1 1 0;
  min-width: 0;
  padding-left: 8px;
  border-left: 3px solid var(--accent);
}
.stop {
  flex: none;
  width: 36px;
  height: 36px;
  border: 0;
  border-radius: 50%;
  background: none;
  cursor: pointer;
}
.stop::before { content: "✕"; }
.stop:hover { background: color-mix(in srgb, var(--text) 8%, transparent); }
`;
