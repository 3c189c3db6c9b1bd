/** Reads that may overtake each other, for what memory keeps of them: an older answer must not replace a newer one. */
export class Overtaking {
  #begun = 0;
  #taken = 0;

  /** Call before the read; ask what it gives after it: may this answer be kept? */
  begin(): () => boolean {
    this.#begun += 1;
    const turn = this.#begun;
    return () => {
      if (turn < this.#taken) return false;
      this.#taken = turn;
      return true;
    };
  }
}
