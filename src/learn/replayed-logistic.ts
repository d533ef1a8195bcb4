/**
 * Logistic regression that learns from one example at a time and replays old ones: every ten examples it takes a few
 * steps of AdaGrad (Duchi, Hazan and Singer 2011) on the latest ten and ninety earlier ones drawn at random. In a crawl
 * relevant pages are few, and a learner that sees each of them once forgets them; replay keeps nearly all that fitting to
 * everything would give, at a cost that does not grow.
 *
 * Targets are probabilities. Features are some dense ones, each with a prior weight that the learner is pulled to, and
 * any number of hashed sparse ones with prior 0. The memory of examples is bounded; when it is full, a new one takes
 * the place of a random one.
 */
export interface ReplayExample {
  /** Names it for `retarget`. */
  id: number;
  dense: Float32Array;
  /** Of sparse features. */
  indices: Uint32Array;
  values: Float32Array;
  /** 0..1 */
  target: number;
}

export interface ReplaySettings {
  /** Prior weights of the dense features; the first is the bias. */
  prior: readonly number[];
  /** Number of sparse features. */
  sparse: number;
  rate: number;
  /** Steps after each ten examples. */
  steps: number;
  /** Examples kept. */
  memory: number;
}

const every = 10;
const replayed = 90;
const first = 20;
/** Pull towards the prior: of the bias, of other dense and of sparse weights. */
const pulls = { bias: 0.01, dense: 0.3, sparse: 1 };

export class ReplayedLogistic {
  readonly #settings: ReplaySettings;
  readonly #dense: number;
  /** Dense weights first, then sparse ones. */
  readonly weights: Float64Array;
  readonly #squares: Float64Array;
  readonly #gradient: Float64Array;
  /** Features of the step under way, the first `#touches` of them. */
  #touched = new Uint32Array(4096);
  #touches = 0;
  #memory: ReplayExample[] = [];
  #recent: ReplayExample[] = [];
  #seen = 0;
  #draws = 0;
  /** Times that its weights have changed. */
  version = 0;

  constructor(settings: ReplaySettings) {
    this.#settings = settings;
    this.#dense = settings.prior.length;
    this.weights = new Float64Array(this.#dense + settings.sparse);
    this.weights.set(settings.prior);
    this.#squares = new Float64Array(this.weights.length);
    this.#gradient = new Float64Array(this.weights.length);
  }

  get seen(): number {
    return this.#seen;
  }

  learn(example: ReplayExample): void {
    this.remember(example);
    if (this.isDue) this.train();
  }

  remember(example: ReplayExample): void {
    this.#seen += 1;
    this.#recent.push(example);
    const { memory } = this.#settings;
    if (this.#memory.length < memory) this.#memory.push(example);
    else this.#memory[this.#draw(memory)] = example;
  }

  /** Whether there are enough new examples for a few steps. */
  get isDue(): boolean {
    return this.#recent.length >= every && this.#seen >= first;
  }

  train(): void {
    for (let step = 0; step < this.#settings.steps; step++) this.#step();
    this.#recent = [];
    this.version += 1;
  }

  /** Log odds. */
  raw(dense: ArrayLike<number>, indices: Uint32Array, values: Float32Array): number {
    const { weights } = this;
    let sum = 0;
    for (let i = 0; i < this.#dense; i++) sum += weights[i]! * dense[i]!;
    for (let i = 0; i < indices.length; i++) sum += weights[this.#dense + indices[i]!]! * values[i]!;
    return sum;
  }

  sparseWeight(index: number): number {
    return this.weights[this.#dense + index]!;
  }

  /** New targets for remembered examples, for example because their pages were judged again; undefined: as before. */
  retarget(targetOf: (id: number) => number | undefined): void {
    for (const example of this.#memory) example.target = targetOf(example.id) ?? example.target;
  }

  save(): SavedReplay {
    const places = new Uint32Array(this.weights.length);
    const weights = new Float64Array(this.weights.length);
    const squares = new Float64Array(this.weights.length);
    let used = 0;
    for (let i = 0; i < places.length; i++) {
      if (this.#squares[i] === 0) continue;
      places[used] = i;
      weights[used] = this.weights[i]!;
      squares[used++] = this.#squares[i]!;
    }
    return {
      places: places.slice(0, used),
      weights: weights.slice(0, used),
      squares: squares.slice(0, used),
      memory: joined(this.#memory, this.#dense),
      // The latest ones are the last of the memory, or stand somewhere in it.
      recent: Uint32Array.from(this.#recent, (example) => this.#memory.indexOf(example)),
      lost: joined(
        this.#recent.filter((example) => !this.#memory.includes(example)),
        this.#dense,
      ),
      seen: this.#seen,
      draws: this.#draws,
      version: this.version,
    };
  }

  restore(saved: SavedReplay): void {
    for (const [i, place] of saved.places.entries()) {
      this.weights[place] = saved.weights[i]!;
      this.#squares[place] = saved.squares[i]!;
    }
    this.#memory = parted(saved.memory, this.#dense);
    const lost = parted(saved.lost, this.#dense);
    this.#recent = Array.from(saved.recent, (place) =>
      place === 0xffff_ffff ? lost.shift()! : this.#memory[place]!,
    );
    this.#seen = saved.seen;
    this.#draws = saved.draws;
    this.version = saved.version;
  }

  #step(): void {
    const batch = [...this.#recent];
    const { length } = this.#memory;
    for (let i = 0; i < Math.min(replayed, length); i++) batch.push(this.#memory[this.#draw(length)]!);
    for (const example of batch) this.#add(example, batch.length);
    const { rate, prior } = this.#settings;
    const strength = 1 / Math.max(50, this.#seen);
    const weights = this.weights;
    const gradient = this.#gradient;
    const squares = this.#squares;
    for (let i = 0; i < this.#touches; i++) {
      const place = this.#touched[i]!;
      const isDense = place < this.#dense;
      const pull = place === 0 ? pulls.bias : isDense ? pulls.dense : pulls.sparse;
      const towards = isDense ? prior[place]! : 0;
      const slope = gradient[place]! + pull * strength * (weights[place]! - towards);
      gradient[place] = 0;
      if (slope === 0) continue;
      squares[place]! += slope * slope;
      weights[place]! -= (rate * slope) / Math.sqrt(squares[place]!);
    }
    this.#touches = 0;
  }

  #add({ dense, indices, values, target }: ReplayExample, count: number): void {
    const error = (logistic(this.raw(dense, indices, values)) - target) / count;
    const gradient = this.#gradient;
    this.#makeRoom(this.#dense + indices.length);
    const touched = this.#touched;
    let touches = this.#touches;
    for (let i = 0; i < this.#dense; i++) {
      if (dense[i] === 0) continue;
      if (gradient[i] === 0) touched[touches++] = i;
      gradient[i]! += error * dense[i]!;
    }
    for (let i = 0; i < indices.length; i++) {
      const place = this.#dense + indices[i]!;
      if (gradient[place] === 0) touched[touches++] = place;
      gradient[place]! += error * values[i]!;
    }
    this.#touches = touches;
  }

  #makeRoom(more: number): void {
    if (this.#touches + more <= this.#touched.length) return;
    const wider = new Uint32Array(2 * (this.#touches + more));
    wider.set(this.#touched);
    this.#touched = wider;
  }

  /** The same on every run: a counter, mixed as in MurmurHash3. */
  #draw(limit: number): number {
    let h = ++this.#draws;
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return ((h ^ (h >>> 16)) >>> 0) % limit;
  }
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

interface JoinedExamples {
  ids: Float64Array;
  dense: Float32Array;
  lengths: Uint32Array;
  indices: Uint32Array;
  values: Float32Array;
  targets: Float64Array;
}

export interface SavedReplay {
  places: Uint32Array;
  weights: Float64Array;
  squares: Float64Array;
  memory: JoinedExamples;
  recent: Uint32Array;
  lost: JoinedExamples;
  seen: number;
  draws: number;
  version: number;
}

function joined(examples: readonly ReplayExample[], dense: number): JoinedExamples {
  const lengths = Uint32Array.from(examples, ({ indices }) => indices.length);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const all: JoinedExamples = {
    ids: Float64Array.from(examples, ({ id }) => id),
    dense: new Float32Array(dense * examples.length),
    lengths,
    indices: new Uint32Array(whole),
    values: new Float32Array(whole),
    targets: Float64Array.from(examples, ({ target }) => target),
  };
  let at = 0;
  for (const [i, example] of examples.entries()) {
    all.dense.set(example.dense, dense * i);
    all.indices.set(example.indices, at);
    all.values.set(example.values, at);
    at += lengths[i]!;
  }
  return all;
}

function parted(all: JoinedExamples, dense: number): ReplayExample[] {
  let at = 0;
  return Array.from(all.lengths, (length, i) => {
    const example = {
      id: all.ids[i]!,
      dense: all.dense.slice(dense * i, dense * (i + 1)),
      indices: all.indices.slice(at, at + length),
      values: all.values.slice(at, at + length),
      target: all.targets[i]!,
    };
    at += length;
    return example;
  });
}
