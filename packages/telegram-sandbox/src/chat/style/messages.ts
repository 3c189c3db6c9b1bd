/** Messages: bubbles, the text in them, files. */
export const MESSAGES = `
.log {
  display: flex;
  flex: 1 1 0;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
  padding: 12px 10px;
  overflow-y: auto;
  overscroll-behavior: contain;
  background-color: var(--wall);
  background-image: radial-gradient(var(--wall-mark) 1.5px, transparent 1.6px);
  background-size: 22px 22px;
}
.log > :first-child { margin-top: auto; }
.day, .event p {
  align-self: center;
  width: fit-content;
  max-width: 90%;
  margin-inline: auto;
  padding: 3px 12px;
  border-radius: 12px;
  background: var(--pill);
  color: #ffffff;
  font-size: 13px;
  text-align: center;
  overflow-wrap: anywhere;
}
.message { display: flex; flex-direction: column; max-width: 86%; border-radius: 16px; }
.message.card { width: 92%; max-width: 92%; }
.message:focus-visible, .found { outline: 3px solid var(--focus); outline-offset: 2px; }
.incoming { align-self: start; align-items: start; }
.outgoing { align-self: end; align-items: end; }
.message.card .bubble { width: 100%; }
.bubble {
  max-width: 100%;
  padding: 7px 11px 6px;
  border-radius: 16px;
  background: var(--incoming);
  box-shadow: var(--shadow);
}
.incoming .bubble { border-bottom-left-radius: 5px; }
.outgoing .bubble { border-bottom-right-radius: 5px; background: var(--outgoing); }
.outgoing :is(.quote, blockquote) { background: var(--outgoing-quote); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; text-wrap: pretty; }
.together { white-space: nowrap; }
.sender { font-size: 14px; font-weight: 650; }
.colour-0 { color: var(--sender-0); }
.colour-1 { color: var(--sender-1); }
.colour-2 { color: var(--sender-2); }
.colour-3 { color: var(--sender-3); }
.colour-4 { color: var(--sender-4); }
.colour-5 { color: var(--sender-5); }
.colour-6 { color: var(--sender-6); }
.meta { font-size: 12px; line-height: 1.2; text-align: right; color: var(--faint); }
.outgoing .meta { color: var(--outgoing-faint); }
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.quote {
  display: block;
  width: 100%;
  margin: 2px 0 4px;
  padding: 3px 8px;
  border: 0;
  border-left: 3px solid var(--accent);
  border-radius: 6px;
  background: var(--quote);
  font-size: 14px;
  text-align: left;
  cursor: pointer;
}
.quote strong, .about strong { display: block; font-size: 13px; color: var(--link); }
.quote span, .about span {
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.text code, .text pre {
  font: 0.92em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
.text code { color: var(--code); cursor: copy; }
/* An address stays on one line on a phone. */
.text blockquote code { font-size: 0.84em; }
.text pre {
  margin: 4px 0;
  padding: 6px 8px;
  border-radius: 8px;
  background: color-mix(in srgb, var(--text) 8%, transparent);
  white-space: pre-wrap;
}
.text blockquote {
  margin: 3px 0;
  padding: 3px 8px;
  border-left: 3px solid var(--accent);
  border-radius: 6px;
  background: var(--quote);
}
.folded {
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
}
.unfold, .command {
  padding: 0;
  border: 0;
  background: none;
  color: var(--link);
  cursor: pointer;
  text-align: start;
}
.unfold { display: block; min-height: 28px; font-weight: 600; }
.command { display: inline; text-decoration: underline; text-underline-offset: 2px; }
.mention { color: var(--link); }
.text time { text-decoration: underline dotted; text-underline-offset: 3px; }
.spoiler {
  display: inline;
  padding: 0 2px;
  border: 0;
  border-radius: 4px;
  background: var(--faint);
  cursor: pointer;
  white-space: pre-wrap;
}
.spoiler span { opacity: 0; }
.photo { display: block; max-width: 100%; max-height: 320px; margin: 2px 0 4px; border-radius: 10px; }
.document {
  display: grid;
  grid-template-columns: auto 1fr;
  column-gap: 10px;
  margin: 2px 0 4px;
  color: inherit;
  text-decoration: none;
}
.sheet {
  display: grid;
  place-items: center;
  grid-row: 1 / 3;
  width: 42px;
  height: 42px;
  border-radius: 12px;
  background: var(--accent);
  color: var(--on-accent);
}
.sheet::before { content: "↓"; font-size: 20px; }
.file-name { font-weight: 600; color: var(--link); overflow-wrap: anywhere; }
.file-size { font-size: 13px; }
/* A whole address on one line. */
@media (max-width: 479px) { .incoming { max-width: 92%; } }
`;
