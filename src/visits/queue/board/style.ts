// The style of a board: for screens on a wall, landscape or portrait, and down to a 320 px phone.
// Numbers are sized to be read from eight metres: at that distance, text must be 40 mm high, and a
// 43-inch screen is 535 mm high.

export const boardStyle = `
:root { color-scheme: dark; --back: #0e161d; --card: #18262f; --ink: #fff; --soft: #b9c6d0; --line: #2b3a45; --call: #0b6b5c; --ring: #3fc7ac; --warn: #ffd479; font: 18px/1.25 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
* { box-sizing: border-box; }
html, body { margin: 0; background: var(--back); color: var(--ink); }
h1, h2, p, ol { margin: 0; padding: 0; font-weight: inherit; font-size: inherit; }
ol { list-style: none; }
b, .door { font-weight: 700; }
small { display: block; font-weight: 400; font-size: .62em; color: var(--soft); }
[hidden] { display: none !important; }
.number { font-variant-numeric: tabular-nums; letter-spacing: -.02em; line-height: 1; white-space: nowrap; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .3em 1em; padding: .7em 1em; border-bottom: 1px solid var(--line); }
h1 { font-weight: 700; overflow-wrap: anywhere; }
.watch { color: var(--soft); }
.now { white-space: nowrap; }
#date { color: var(--soft); margin-inline-end: .5em; }
#clock { font-variant-numeric: tabular-nums; }
.main, .side { padding: .8em; }
.calls { display: grid; gap: .8em; }
.call { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .2em .8em; padding: .6em .9em; border-radius: .8em; background: var(--call); border: .2em solid transparent; min-width: 0; }
.call:first-child:not(.inside) { border-color: var(--ring); }
.inside { background: var(--card); }
.call .number { font-size: 3.4rem; }
.call .long { font-size: 2.2rem; }
.door { font-size: 1.5rem; line-height: 1.1; overflow-wrap: anywhere; text-align: end; }
.quiet { padding: 1.2em .6em; font-size: 1.7rem; text-align: center; text-wrap: balance; }
.side section + section { margin-top: 1.4em; }
h2 { color: var(--soft); padding-bottom: .2em; }
.side li { display: flex; align-items: center; justify-content: space-between; gap: .6em; padding: .35em 0; border-bottom: 1px solid var(--line); }
.side .number { font-size: 1.7rem; }
.side span { text-align: end; color: var(--soft); }
.side small { font-size: .85em; }
footer { display: flex; align-items: center; justify-content: space-between; gap: 1em; padding: .4em 1em .6em; }
#lost { flex: 1; color: var(--warn); font-weight: 700; }
#announced { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
#speak { margin-inline-start: auto; padding: .5em 1em; font: inherit; font-size: .9rem; color: var(--soft); background: none; border: 1px solid var(--line); border-radius: 999px; cursor: pointer; }
#speak::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-inline-end: .6em; border: 2px solid currentColor; border-radius: 50%; }
#speak[aria-pressed=true] { color: var(--ink); }
#speak[aria-pressed=true]::before { background: var(--ring); border-color: var(--ring); }
#speak:focus-visible { outline: 3px solid var(--ring); outline-offset: 3px; }
[data-touch] #speak { color: var(--back); background: var(--warn); font-weight: 700; }
[data-lost] .call { background: var(--card); border-color: var(--warn); border-style: dashed; }
@media (min-width: 700px) {
  body { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; height: 100vh; overflow: hidden; }
  header { align-items: center; flex-wrap: nowrap; padding: 1.6vh 2vw; font-size: min(4.4vh, 2.6vw); }
  h1 { max-width: 34vw; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  #lost { font-size: min(4vh, 2.6vw); }
  #board { min-height: 0; }
  .main { padding: 2.2vh 2vw; min-width: 0; min-height: 0; }
  .quiet { display: grid; place-content: center; height: 100%; font-size: min(9vh, 5vw); line-height: 1.2; }
  .calls { height: 100%; gap: 2vh 1.4vw; grid-auto-rows: minmax(0, 1fr); }
  .call { flex-wrap: nowrap; gap: 1.6vw; padding: 1vh 2.4vw; border-radius: 2vh; border-width: min(.8vh, .8vw); overflow: hidden; }
  .call .number { font-size: var(--number); }
  .call .long { font-size: calc(var(--number) * .56); }
  .door { font-size: var(--door); max-height: 100%; overflow: hidden; }
  .side { padding: 2.2vh 2vw; overflow: hidden; font-size: min(3.8vh, 2.2vw); }
  .side section + section { margin-top: 2.6vh; }
  .side li { padding: .7vh 0; }
  .side .number { font-size: min(6.4vh, 4vw); }
  .side .long { font-size: min(4.4vh, 2.6vw); }
}
@media (min-width: 700px) and (min-aspect-ratio: 1/1) {
  #board { display: grid; grid-template-columns: minmax(0, 1fr) auto; }
  .side { width: 29vw; border-inline-start: 1px solid var(--line); }
  .n1 { --number: min(38vh, 19vw); --door: min(11vh, 5.4vw); }
  .n2 { --number: min(26vh, 17vw); --door: min(9vh, 5vw); }
  .n3 { --number: min(18vh, 15vw); --door: min(8vh, 5vw); }
  .n4, .n5, .n6, .n7, .n8 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .n4 .call, .n5 .call, .n6 .call { flex-direction: column; align-items: flex-start; justify-content: center; gap: .8vh; padding: 1vh 1.6vw; }
  .n4 .door, .n5 .door, .n6 .door { text-align: start; white-space: nowrap; text-overflow: ellipsis; max-width: 100%; }
  .n4 small, .n5 small, .n6 small { display: inline; margin-inline-start: .6em; font-size: .5em; }
  .n7 .call, .n8 .call { gap: 1vw; padding: .6vh 1.4vw; }
  .n4 { --number: min(20vh, 10vw); --door: min(6.4vh, 3.7vw); }
  .n5, .n6 { --number: min(14vh, 10vw); --door: min(6vh, 3.6vw); }
  .n7, .n8 { --number: min(11.4vh, 7vw); --door: min(4.6vh, 2.4vw); }
}
@media (min-width: 700px) and (max-aspect-ratio: 1/1) {
  #board { display: grid; grid-template-rows: minmax(0, 1fr) auto; }
  .watch { display: none; }
  .calls { gap: 1vh; }
  .call { padding-block: .3vh; border-width: min(.5vh, .8vw); }
  .side { display: grid; grid-template-columns: repeat(auto-fit, minmax(40%, 1fr)); gap: 0 4vw; border-top: 1px solid var(--line); }
  .side section + section { margin-top: 0; }
  .n1, .n2, .n3 { --number: min(16vh, 22vw); --door: min(6vh, 7vw); }
  .n4, .n5 { --number: min(9vh, 18vw); --door: min(4.5vh, 6.4vw); }
  .n6 { --number: min(6vh, 14vw); --door: min(3.6vh, 5.4vw); }
  .n7, .n8 { --number: min(4.6vh, 12vw); --door: min(2.6vh, 4.6vw); }
}
@media (prefers-reduced-motion: no-preference) {
  .fresh { animation: called 1.2s ease-in-out 10 alternate; }
  @keyframes called { to { background: #12a58d; border-color: #fff; } }
}
.fresh { border-color: #fff !important; }
`
