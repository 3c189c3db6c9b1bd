/** The page of one transaction. */
export const TRANSACTION = `
body { padding: 24px 16px; }
.sheet-of-facts {
  max-width: 680px;
  margin: 0 auto;
  padding: 22px 24px;
  border: 1px solid var(--line);
  border-radius: 18px;
  background: var(--phone);
}
.sheet-of-facts h1 { font-size: 20px; line-height: 1.3; }
.origin { margin-top: 2px; color: var(--faint); }
.state {
  display: inline-block;
  margin-top: 14px;
  padding: 4px 14px;
  border-radius: 14px;
  background: var(--pill);
  color: #ffffff;
  font-weight: 600;
}
.state.included { background: var(--success); }
.state.failed, .state.away { background: var(--danger); }
.state + p { margin-top: 10px; }
.sheet-of-facts dl {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 10px 20px;
  margin: 18px 0 0;
}
.sheet-of-facts dt { color: var(--faint); }
.sheet-of-facts dd { margin: 0; overflow-wrap: anywhere; }
.sheet-of-facts code { font: 0.92em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }

@media (max-width: 480px) {
  body { padding: 10px; }
  .sheet-of-facts { padding: 16px; }
  .sheet-of-facts dl { grid-template-columns: 1fr; gap: 2px; }
  .sheet-of-facts dd { margin-bottom: 10px; }
}
`;
