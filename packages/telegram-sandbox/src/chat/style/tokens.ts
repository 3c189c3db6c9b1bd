/** Colours and measures of the sandbox's pages, light and dark. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --desk: #dfe5ea;
  --phone: #ffffff;
  --text: #10181f;
  --faint: #56636e;
  --accent: #1560a8;
  --on-accent: #ffffff;
  --bar: #f6f8fa;
  --line: #cdd6dd;
  --field: #ffffff;
  --field-line: #73818c;
  --wall: #d6e3ea;
  --wall-mark: #c8d8e1;
  --incoming: #ffffff;
  --outgoing: #ddf6d2;
  --outgoing-faint: #3c6335;
  --quote: #e8f0f6;
  --outgoing-quote: #cdebc0;
  --link: #0f5aa3;
  --code: #8a1f5c;
  --key: #ffffff;
  --key-text: #0f4f8f;
  --key-line: #b4c4cf;
  --key-hover: #eaf2f8;
  --key-off: #e3eaef;
  --key-off-text: #5c6770;
  --primary: #1560a8;
  --success: #1c7038;
  --danger: #b3261e;
  --pill: #3d5463;
  --toast: #1d2a34;
  --warning: #8a3b00;
  --focus: #0b57d0;
  --sender-0: #a12f2a;
  --sender-1: #86521a;
  --sender-2: #6b3fa0;
  --sender-3: #1f6e3d;
  --sender-4: #0f6470;
  --sender-5: #1d59a5;
  --sender-6: #96246f;
  --shadow: 0 1px 1px rgb(16 24 31 / 0.16);
}

@media (prefers-color-scheme: dark) {
  :root {
    --desk: #05090d;
    --phone: #0e1621;
    --text: #eef3f7;
    --faint: #9db0bf;
    --accent: #64b5f6;
    --on-accent: #06223c;
    --bar: #17212b;
    --line: #2b3945;
    --field: #22303c;
    --field-line: #7e92a2;
    --wall: #0e1621;
    --wall-mark: #15212d;
    --incoming: #1d2a37;
    --outgoing: #254a6e;
    --outgoing-faint: #c3d9ee;
    --quote: #263747;
    --outgoing-quote: #1d3d5c;
    --link: #9ad0ff;
    --code: #f2b6d8;
    --key: #24384a;
    --key-text: #e6f2fc;
    --key-line: #3c5468;
    --key-hover: #2f485e;
    --key-off: #19242e;
    --key-off-text: #8798a6;
    --primary: #1f6fb5;
    --success: #23783f;
    --danger: #bb3a32;
    --pill: #24343f;
    --toast: #e8eef3;
    --warning: #7a3500;
    --focus: #ffd479;
    --sender-0: #ff9a92;
    --sender-1: #f0b36c;
    --sender-2: #c8a6f5;
    --sender-3: #83d69b;
    --sender-4: #74d3df;
    --sender-5: #8fc0ff;
    --sender-6: #f2a3d3;
    --shadow: none;
  }
}

*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  background: var(--desk);
  color: var(--text);
  font: 15px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
h1, h2, p { margin: 0; }
button, select, textarea, input { font: inherit; color: inherit; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }

@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; }
}
`;
