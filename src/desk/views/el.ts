/** Markup as typed function calls: `el.td({ class: 'n' }, '12')`. The same code runs on the server and in the browser. */
import { type ComponentChildren, h, type JSX, type VNode } from 'preact';

export type { ComponentChildren, VNode };

type Elements = {
  [Tag in keyof JSX.IntrinsicElements]: (
    attributes?: (JSX.IntrinsicElements[Tag] & { [Name in `data-${string}`]?: string }) | null,
    ...children: ComponentChildren[]
  ) => VNode;
};

export const el = new Proxy(
  {},
  {
    get:
      (_, tag: string) =>
      (attributes: object | null = null, ...children: ComponentChildren[]) =>
        h(tag, attributes, ...children),
  },
) as Elements;
