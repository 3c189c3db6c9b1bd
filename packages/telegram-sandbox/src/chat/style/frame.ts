/** The two selects, the phone around the chat, its head, and what lies over the messages. */
export const FRAME = `
body {
  display: flex;
  flex-direction: column;
  align-items: center;
  height: 100dvh;
  overflow: hidden;
}
.choices {
  display: flex;
  align-items: end;
  gap: 12px;
  width: 100%;
  max-width: 430px;
  padding: 8px 12px;
}
.choices h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.choices > div { flex: 1 1 0; min-width: 0; }
.choices label { font-size: 13px; color: var(--faint); }
.choices select {
  display: block;
  width: 100%;
  min-height: 40px;
  padding: 4px 6px;
  border: 1px solid var(--field-line);
  border-radius: 10px;
  background: var(--field);
  color: var(--text);
  font-size: 0.9rem;
  text-overflow: ellipsis;
  font-size: 15px;
}
.phone {
  position: relative;
  display: flex;
  flex: 1 1 0;
  flex-direction: column;
  width: 100%;
  min-height: 0;
  background: var(--phone);
  overflow: hidden;
}
.status-bar { display: none; }
.head {
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 8px 14px;
  border-bottom: 1px solid var(--line);
  background: var(--bar);
}
.names { min-width: 0; }
.names h2 { font-size: 16px; line-height: 1.25; font-weight: 650; }
.names p { font-size: 13px; line-height: 1.25; color: var(--faint); }
.avatar {
  display: grid;
  place-items: center;
  flex: none;
  width: 40px;
  height: 40px;
  border-radius: 50%;
  background: linear-gradient(160deg, #3f8fd6, #1560a8);
  color: #ffffff;
  font-size: 20px;
}
.avatar::before { content: "⚡\\fe0e"; }
.avatar[data-kind="group"], .avatar[data-kind="forum"] {
  background: linear-gradient(160deg, #3f9f6a, #1c7038);
  font-weight: 650;
  font-size: 15px;
}
.avatar[data-kind="group"]::before, .avatar[data-kind="forum"]::before { content: "OTC"; }
.away {
  padding: 8px 14px;
  background: var(--warning);
  color: #ffffff;
  font-size: 14px;
  font-weight: 600;
  text-align: center;
}
.conversation { position: relative; display: flex; flex: 1 1 0; min-height: 0; }
.hint {
  position: absolute;
  inset: 50% 24px auto;
  transform: translateY(-50%);
  padding: 14px 18px;
  border-radius: 16px;
  background: var(--incoming);
  box-shadow: var(--shadow);
  text-align: center;
}
.hint p + p { margin-top: 4px; }
.newest {
  position: absolute;
  right: 14px;
  bottom: 14px;
  width: 44px;
  height: 44px;
  border: 1px solid var(--key-line);
  border-radius: 50%;
  background: var(--key);
  color: var(--key-text);
  box-shadow: 0 2px 6px rgb(0 0 0 / 0.25);
  cursor: pointer;
}
.newest::before { content: "↓"; font-size: 20px; }
.toast {
  position: absolute;
  inset: 12px 16px auto;
  width: fit-content;
  max-width: calc(100% - 32px);
  margin: 0 auto;
  padding: 10px 16px;
  border-radius: 12px;
  background: var(--toast);
  color: var(--phone);
  overflow-wrap: anywhere;
  box-shadow: 0 4px 16px rgb(0 0 0 / 0.3);
  animation: drop 0.18s ease-out;
  pointer-events: none;
}
.toast:empty { padding: 0; background: none; box-shadow: none; animation: none; }
@keyframes drop { from { transform: translateY(-12px); opacity: 0; } }
.alert {
  width: min(320px, calc(100vw - 48px));
  padding: 20px;
  border: 1px solid var(--line);
  border-radius: 18px;
  background: var(--incoming);
  color: var(--text);
}
.alert::backdrop { background: rgb(0 0 0 / 0.5); }
.alert p { margin-bottom: 18px; white-space: pre-wrap; overflow-wrap: anywhere; }
.alert .key { width: 100%; }
.no-script { position: fixed; inset: 40% 0 auto; text-align: center; }

/* A low phone: what belongs to the sandbox takes as little as it can. */
@media (max-width: 479px) and (max-height: 700px) {
  .choices { padding: 4px 8px; gap: 8px; }
  .choices label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .choices select { min-height: 36px; padding: 2px 6px; }
  .head { padding: 4px 10px; gap: 8px; }
  .avatar { width: 32px; height: 32px; font-size: 16px; }
  .names h2, .names p { display: inline; }
  .names p { margin-left: 6px; }
}

@media (min-width: 480px) and (min-height: 560px) {
  body { gap: 8px; padding: 14px 0 22px; }
  .phone {
    flex: 0 1 860px;
    width: 412px;
    margin: auto;
    border: 10px solid #11171d;
    border-radius: 46px;
    box-shadow: 0 0 0 2px #3b4751, 0 24px 60px rgb(0 0 0 / 0.35);
  }
  .status-bar {
    display: grid;
    grid-template-columns: 1fr auto 1fr;
    align-items: center;
    padding: 8px 22px 2px;
    background: var(--bar);
    font-size: 14px;
    font-weight: 650;
  }
  .island { width: 84px; height: 22px; border-radius: 11px; background: #11171d; }
  .battery {
    justify-self: end;
    width: 24px;
    height: 12px;
    border: 1.5px solid currentColor;
    border-radius: 4px;
    box-shadow: inset 0 0 0 1.5px var(--bar), inset 18px 0 0 1.5px currentColor;
  }
  .phone .composer { padding-bottom: 14px; }
}
`;
