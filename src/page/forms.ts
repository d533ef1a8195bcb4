/**
 * The forms of an HTML page that may be tried: sent by GET, with one field for words, or with a few choices. Whatever
 * may log somebody in or change something is left out: POST, passwords, files, long texts, and forms whose names say so.
 */
import { Parser } from 'htmlparser2';
import { canonicalUrl, type UrlRules } from '../url/url.ts';
import type { Form, FormField } from './page.ts';

const MOST_FORMS = 10;
const MOST_CHARACTERS = 50_000;
const MOST_OPTIONS = 40;
const MOST_CHOICES = 3;
const CHANGES =
  /log.?(?:in|out|on|off)|sign.?(?:in|up|out)|regist|subscri|newsletter|cart|basket|checkout|order|buy|pay|donat|delete|remove|vote|poll|contact|comment|reply|captcha|password|account|upload/i;

export function formsIn(source: string, base: string, rules: UrlRules | undefined): Form[] {
  const forms: Form[] = [];
  for (const html of formTexts(source)) {
    if (forms.length >= MOST_FORMS) break;
    const form = formOf(html, base, rules);
    if (form !== undefined) forms.push(form);
  }
  return forms;
}

export interface LoginForm {
  action: string;
  method: 'get' | 'post';
  /** All fields with what they hold already, such as a token against forged requests. */
  fields: Map<string, string>;
}

/** The first form that asks for a password. */
export function loginFormIn(source: string, base: string): LoginForm | undefined {
  for (const html of formTexts(source)) {
    const reader = readForm(html);
    if (!reader.hasPassword) continue;
    const action = URL.parse(reader.action || base, base);
    if (action === null || !/^https?:$/.test(action.protocol)) continue;
    const fields = [...reader.fields.values()].map(({ name, values }) => [name, values[0] ?? ''] as const);
    return { action: action.href, method: reader.method, fields: new Map(fields) };
  }
  return undefined;
}

function* formTexts(source: string): Generator<string> {
  for (const { index } of source.matchAll(/<form\b/gi)) {
    const end = source.slice(index + 5, index + MOST_CHARACTERS).search(/<\/form|<form\b/i);
    yield source.slice(index, end < 0 ? index + MOST_CHARACTERS : index + 5 + end);
  }
}

function readForm(html: string): FormReader {
  const reader = new FormReader();
  const parser = new Parser(reader, { decodeEntities: true });
  parser.write(html);
  parser.end();
  return reader;
}

function formOf(html: string, base: string, rules: UrlRules | undefined): Form | undefined {
  const reader = readForm(html);
  if (reader.method !== 'get' || reader.hasPassword || reader.isUnfit || CHANGES.test(reader.names))
    return undefined;
  const action = canonicalUrl(reader.action || base, base, rules);
  if (!action.ok || CHANGES.test(new URL(action.url).pathname)) return undefined;
  const fields = [...reader.fields.values()];
  const words = fields.filter(({ kind }) => kind === 'words').length;
  const choices = fields.filter(({ kind }) => kind === 'choice');
  const isFew =
    choices.length <= MOST_CHOICES && choices.every(({ values }) => values.length <= MOST_OPTIONS);
  if (words > 1 || !isFew || words + choices.length === 0) return undefined;
  // A browser replaces the query of the action by the fields.
  return { action: action.url.replace(/\?.*/, ''), fields };
}

class FormReader {
  readonly fields = new Map<string, FormField>();
  action = '';
  method: 'get' | 'post' = 'get';
  hasPassword = false;
  /** Its id, class and the names of its fields. */
  names = '';
  isUnfit = false;
  #hasSubmit = false;
  #select: FormField | undefined;
  #option: { value: string | undefined; text: string; isSelected: boolean } | undefined;

  onopentag(element: string, attributes: Record<string, string>): void {
    const { name = '', type = '', value = '' } = attributes;
    if (element === 'form') {
      this.action = (attributes.action ?? '').trim();
      this.names = [attributes.id, attributes.class, attributes.name].join(' ');
      if ((attributes.method ?? 'get').trim().toLowerCase() !== 'get') this.method = 'post';
    } else if (element === 'textarea') this.isUnfit = true;
    else if (element === 'option') this.#openOption(attributes);
    else if (element === 'select') {
      this.names += ` ${name}`;
      this.#select = name === '' ? undefined : this.#add({ name, kind: 'choice', values: [] });
    } else if (element === 'input' || element === 'button') {
      this.names += ` ${name}`;
      this.#input(element, type.toLowerCase(), name, value, attributes);
    }
  }

  ontext(text: string): void {
    if (this.#option !== undefined) this.#option.text += text;
  }

  onclosetag(element: string): void {
    if (element === 'option' || element === 'select') this.#closeOption();
    if (element === 'select') this.#select = undefined;
  }

  #input(
    element: string,
    type: string,
    name: string,
    value: string,
    attributes: Record<string, string>,
  ): void {
    if (type === 'password') this.hasPassword = true;
    if (type === 'file') this.isUnfit = true;
    if (element === 'button' || type === 'submit') {
      // As if the first button had been pressed.
      if (name !== '' && !this.#hasSubmit && type !== 'button' && type !== 'reset')
        this.#add({ name, kind: 'fixed', values: [value] });
      this.#hasSubmit = true;
      return;
    }
    if (name === '' || type === 'button' || type === 'reset' || type === 'image') return;
    if (type === '' || type === 'text' || type === 'search') this.#add({ name, kind: 'words', values: [] });
    else if (type === 'radio') {
      const known = this.fields.get(name);
      const field = known?.kind === 'choice' ? known : this.#add({ name, kind: 'choice', values: [] });
      if ('checked' in attributes) field.values.unshift(value);
      else field.values.push(value);
    } else if (type === 'checkbox') {
      if ('checked' in attributes) this.#add({ name, kind: 'fixed', values: [value || 'on'] });
    } else if (type === 'hidden') this.#add({ name, kind: 'fixed', values: [value] });
    // Dates, numbers, addresses: nothing that we could say.
    else if ('required' in attributes) this.isUnfit = true;
    else this.#add({ name, kind: 'fixed', values: [value] });
  }

  #openOption({ value, ...attributes }: Record<string, string>): void {
    this.#closeOption();
    if ('disabled' in attributes) return;
    this.#option = { value, text: '', isSelected: 'selected' in attributes };
  }

  #closeOption(): void {
    const option = this.#option;
    this.#option = undefined;
    if (option === undefined || this.#select === undefined) return;
    const value = option.value ?? option.text.replace(/\s+/g, ' ').trim();
    if (option.isSelected) this.#select.values.unshift(value);
    else this.#select.values.push(value);
  }

  #add(field: FormField): FormField {
    this.fields.set(field.name, field);
    return field;
  }
}
