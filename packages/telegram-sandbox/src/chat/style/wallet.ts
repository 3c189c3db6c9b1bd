/** The person's wallet: in the head of the chat, on its sheet, and the way to it under an address. */
export const WALLET = `
.names { flex: 1 1 0; }
.wallet {
  display: grid;
  grid-template-columns: auto auto;
  align-items: center;
  column-gap: 8px;
  flex: none;
  padding: 3px 10px;
  border: 1px dashed var(--field-line);
  border-radius: 12px;
  background: none;
  color: var(--faint);
  font-size: 12px;
  line-height: 1.3;
  text-align: right;
  font-variant-numeric: tabular-nums;
  cursor: pointer;
}
.wallet strong { grid-row: span 2; font-weight: 600; }
.wallet:hover { background: color-mix(in srgb, var(--text) 8%, transparent); }
.own {
  align-self: stretch;
  min-height: 36px;
  margin-top: 4px;
  padding: 4px 8px;
  border: 1px dashed var(--field-line);
  border-radius: 10px;
  background: var(--bar);
  color: var(--link);
  font-size: 14px;
  cursor: pointer;
}
.own:hover { background: var(--key-hover); }
.wallet-sheet { width: min(372px, calc(100vw - 24px)); padding: 14px 16px 16px; }
.sheet-head { display: flex; align-items: center; justify-content: space-between; }
.sheet-head h2 { font-size: 16px; }
.sheet-head .stop { margin-right: -8px; }
.wallet-sheet .holds { margin: 0; font-size: 18px; font-weight: 650; }
.wallet-sheet .address {
  margin: 0 0 8px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--faint);
  font-size: 13px;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: copy;
}
.wallet-sheet form > label { display: block; margin: 8px 0 4px; font-size: 13px; color: var(--faint); }
.wallet-sheet input[type="text"] {
  width: 100%;
  min-width: 0;
  min-height: 42px;
  padding: 6px 10px;
  border: 1px solid var(--field-line);
  border-radius: 10px;
  background: var(--field);
  font-size: 16px;
}
/* Each letter is as wide: no address is cut. */
.wallet-sheet #wallet-to { padding-inline: 8px; font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.sum { position: relative; display: flex; gap: 6px; }
.sum label {
  display: grid;
  place-items: center;
  flex: none;
  min-width: 60px;
  border: 1px solid var(--field-line);
  border-radius: 10px;
  font-size: 14px;
  cursor: pointer;
}
.sum :checked + label { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.sum :focus-visible + label { outline: 3px solid var(--focus); outline-offset: 2px; }
.wallet-sheet .said { min-height: 1.4em; margin: 8px 0; font-size: 14px; }
@media (max-width: 479px) and (max-height: 700px) {
  .photo { max-height: 220px; }
  .wallet { column-gap: 6px; padding: 1px 8px; font-size: 11px; line-height: 1.25; }
}
`;
