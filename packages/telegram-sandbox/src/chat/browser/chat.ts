/** The chat page begins: the two selects choose who looks at which chat. */
import { byId } from "./dom.js";
import { clockTime } from "./moments.js";
import { Phone } from "./phone.js";
import { placeOf } from "./place.js";

const phone = new Phone(placeOf(location.hash));
const person = byId("person", HTMLSelectElement);
const chat = byId("chat", HTMLSelectElement);

function choose(): void {
  phone.open({ personId: Number(person.value), chat: chat.value });
}

person.addEventListener("change", choose);
chat.addEventListener("change", choose);
window.addEventListener("hashchange", () => phone.open(placeOf(location.hash)));

function showClock(): void {
  byId("clock", HTMLElement).textContent = clockTime(Math.floor(Date.now() / 1_000));
}

showClock();
setInterval(showClock, 10_000);
