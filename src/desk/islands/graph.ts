/** The graph of hosts on a canvas: it settles while one looks, can be moved and zoomed, and a host leads to its page. */
import type { HostGraph } from '../../archive/host-graph.ts';
import { layoutOf } from '../views/graph-layout.ts';
import { at, count, plural } from '../views/words.ts';
import { dataOf } from './page.ts';

/** Of each frame, so that what somebody drags follows at once. */
const STEPS_MS = 8;

const canvas = document.getElementById('graph') as HTMLCanvasElement | null;
const told = document.getElementById('graph-told');
const graph = dataOf<HostGraph>();
const context = canvas?.getContext('2d');

/** What a canvas draws does not follow the style: each colour is asked of an element that does. */
const probe = document.createElement('span');
probe.hidden = true;
canvas?.after(probe);
const forced = matchMedia('(forced-colors: active)');
const FORCED: Record<string, string> = {
  '--line': 'GrayText',
  '--relevant': 'Highlight',
  '--paper': 'Canvas',
  '--panel': 'Canvas',
};

function colour(name: string): string {
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = forced.matches ? (FORCED[name] ?? 'CanvasText') : `var(${name})`;
  return getComputedStyle(probe).color;
}

if (canvas && context && told && graph.hosts.length > 0) {
  const layout = layoutOf(graph);
  const view = { scale: 1, x: 0, y: 0, isFitted: true };
  let pointed: number | undefined;
  let dragged: { x: number; y: number; moved: number } | undefined;
  let isPainting = false;
  let isSettled = false;

  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  if (stillness.matches) for (let i = 0; i < 300; i++) layout.step();
  new ResizeObserver(() => {
    const { width, height } = canvas.getBoundingClientRect();
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    soon();
  }).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', soon);
  document.getElementById('theme')?.addEventListener('click', soon);

  canvas.addEventListener('pointermove', (event) => {
    if (dragged !== undefined) {
      view.x += event.offsetX - dragged.x;
      view.y += event.offsetY - dragged.y;
      view.isFitted = false;
      dragged = {
        x: event.offsetX,
        y: event.offsetY,
        moved: dragged.moved + Math.abs(event.offsetX - dragged.x) + Math.abs(event.offsetY - dragged.y),
      };
    } else point(hostAt(event.offsetX, event.offsetY));
    soon();
  });
  canvas.addEventListener('pointerdown', (event) => {
    dragged = { x: event.offsetX, y: event.offsetY, moved: 0 };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointerup', (event) => {
    const isClick = dragged !== undefined && dragged.moved < 4;
    dragged = undefined;
    const host = isClick ? graph.hosts[hostAt(event.offsetX, event.offsetY) ?? -1] : undefined;
    if (host !== undefined)
      location.href = at(document.body.dataset.crawl ?? '', `sites/${encodeURIComponent(host.name)}`);
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 500), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  for (const [id, factor] of [
    ['graph-in', 1.4],
    ['graph-out', 1 / 1.4],
  ] as const)
    document
      .getElementById(id)
      ?.addEventListener('click', () => zoom(factor, canvas.clientWidth / 2, canvas.clientHeight / 2));
  document.getElementById('graph-all')?.addEventListener('click', () => {
    view.isFitted = true;
    soon();
  });

  function zoom(factor: number, x: number, y: number): void {
    const scale = Math.min(8, Math.max(0.05, view.scale * factor));
    view.x = x - ((x - view.x) * scale) / view.scale;
    view.y = y - ((y - view.y) * scale) / view.scale;
    view.scale = scale;
    view.isFitted = false;
    soon();
  }

  function showAll(): void {
    let [left, top, right, bottom] = [-50, -50, 50, 50];
    for (let i = 0; i < graph.hosts.length; i++) {
      const r = layout.radius[i]!;
      left = Math.min(left, layout.x[i]! - r);
      right = Math.max(right, layout.x[i]! + r);
      top = Math.min(top, layout.y[i]! - r);
      bottom = Math.max(bottom, layout.y[i]! + r);
    }
    const { clientWidth: width, clientHeight: height } = canvas!;
    view.scale = Math.min(2.5, 0.94 * Math.min(width / (right - left), height / (bottom - top)));
    view.x = width / 2 - (view.scale * (left + right)) / 2;
    view.y = height / 2 - (view.scale * (top + bottom)) / 2;
  }

  function hostAt(px: number, py: number): number | undefined {
    const [x, y] = [(px - view.x) / view.scale, (py - view.y) / view.scale];
    let best: number | undefined;
    let nearest = 6 / view.scale;
    for (let i = 0; i < graph.hosts.length; i++) {
      const distance = Math.hypot(layout.x[i]! - x, layout.y[i]! - y) - layout.radius[i]!;
      if (distance < nearest) [best, nearest] = [i, distance];
    }
    return best;
  }

  function point(host: number | undefined): void {
    if (host === pointed) return;
    pointed = host;
    canvas!.classList.toggle('pointing', host !== undefined);
    const one = host === undefined ? undefined : graph.hosts[host];
    told!.textContent =
      one === undefined
        ? ''
        : `${one.name}: ${plural(one.pages, 'page')}, ${count(one.relevant)} called relevant`;
  }

  function soon(): void {
    if (isPainting) return;
    isPainting = true;
    requestAnimationFrame(() => {
      isPainting = false;
      const until = performance.now() + STEPS_MS;
      if (!stillness.matches)
        do isSettled ||= layout.step() < 0.05;
        while (!isSettled && performance.now() < until);
      if (view.isFitted) showAll();
      paint();
      if (!isSettled && !stillness.matches && !document.hidden) soon();
    });
  }
  document.addEventListener('visibilitychange', soon);

  function paint(): void {
    const on = context!;
    on.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    on.clearRect(0, 0, canvas!.clientWidth, canvas!.clientHeight);
    on.translate(view.x, view.y);
    on.scale(view.scale, view.scale);
    on.lineWidth = 1 / view.scale;
    for (const [isLit, name] of [
      [false, '--line'],
      [true, '--ink'],
    ] as const) {
      on.strokeStyle = colour(name);
      on.beginPath();
      for (const { from, to } of graph.ways) {
        if ((pointed !== undefined && (from === pointed || to === pointed)) !== isLit) continue;
        on.moveTo(layout.x[from]!, layout.y[from]!);
        on.lineTo(layout.x[to]!, layout.y[to]!);
      }
      on.stroke();
    }
    // Filled with relevant pages, empty without: shape says it, colour repeats it.
    for (const isRelevant of [false, true]) {
      on.beginPath();
      for (const [i, host] of graph.hosts.entries()) {
        if (host.relevant > 0 !== isRelevant) continue;
        on.moveTo(layout.x[i]! + layout.radius[i]!, layout.y[i]!);
        on.arc(layout.x[i]!, layout.y[i]!, layout.radius[i]!, 0, 2 * Math.PI);
      }
      on.fillStyle = colour(isRelevant ? '--relevant' : '--paper');
      on.fill();
      on.strokeStyle = colour(isRelevant ? '--paper' : '--not');
      on.stroke();
    }
    names(on, colour('--ink'));
  }

  /** Of the one that is pointed at, and of the largest as far as there is room. */
  function names(on: CanvasRenderingContext2D, ink: string): void {
    on.fillStyle = ink;
    on.strokeStyle = colour('--panel');
    on.lineWidth = 3 / view.scale;
    on.lineJoin = 'round';
    on.font = `${12 / view.scale}px system-ui, sans-serif`;
    on.textAlign = 'center';
    const taken: { left: number; right: number; y: number }[] = [];
    const height = 14 / view.scale;
    const show = (i: number, { name }: HostGraph['hosts'][number]): void => {
      const [x, y] = [layout.x[i]!, layout.y[i]! - layout.radius[i]! - 4 / view.scale];
      const half = on.measureText(name).width / 2;
      const box = { left: x - half, right: x + half, y };
      if (taken.some((one) => Math.abs(one.y - y) < height && one.left < box.right && box.left < one.right))
        return;
      taken.push(box);
      on.strokeText(name, x, y);
      on.fillText(name, x, y);
    };
    if (pointed !== undefined) show(pointed, graph.hosts[pointed]!);
    for (const [i, host] of graph.hosts.slice(0, 60).entries())
      if (host.relevant > 0 && layout.radius[i]! * view.scale > 6) show(i, host);
  }
}
