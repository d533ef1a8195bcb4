/** A bounded memo that clears itself when full. Cheaper than tracking the order of use. */
export class BoundedMemo<Key, Value> {
  private readonly known = new Map<Key, Value>();
  private readonly bound: number;

  constructor(bound: number) {
    this.bound = bound;
  }

  get(key: Key, workOut: () => Value): Value {
    const remembered = this.known.get(key);
    if (remembered !== undefined) return remembered;
    const value = workOut();
    if (this.known.size >= this.bound) this.known.clear();
    this.known.set(key, value);
    return value;
  }
}
