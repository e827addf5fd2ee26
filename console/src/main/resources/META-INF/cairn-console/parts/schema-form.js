import { LitElement, css, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { parseTyped, typedNumber } from '../core/exact-json.js';
import { escapePointer, initial, isObjectSchema, resolve, typesOf } from '../core/json-schema.js';
import { controls } from '../core/styles.js';
import { exampleOf, isDate } from '../core/text-formats.js';
import { icon } from './icon-label.js';

const LONG_TEXT = 200;
const INPUT_TYPES = { email: 'email', uri: 'url' };

/**
 * A form made from a JSON Schema: nested objects, lists, enumerations, variants, formats, defaults and examples. A part that a form cannot show,
 * such as an object without known fields, is a field for JSON. It sends `change` with the value; a field that is left empty is not in it.
 *
 *     <cairn-schema-form .schema=${schema} .value=${value} .problems=${[{pointer, message}]} @change=${e => …e.detail}>
 */
export class SchemaForm extends LitElement {
  static properties = { schema: { attribute: false }, value: { attribute: false }, problems: { attribute: false } };
  static styles = [controls, css`
    :host { display: block; }
    .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr)); gap: 12px; }
    .fields > fieldset, .fields > .item, .fields > .add, .fields > .help, .fields > .wrong, .fields > .wide { grid-column: 1 / -1; }
    .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
    .field > input, .field > textarea { width: 100%; }
    .field > select { align-self: flex-start; min-width: 160px; }
    .check { display: flex; align-items: center; gap: 8px; }
    .name { font-weight: 500; }
    .required { color: var(--c-danger); }
    .help { color: var(--c-muted); font-size: 12px; line-height: 16px; overflow-wrap: anywhere; }
    .wrong { color: var(--c-danger); font-size: 12px; line-height: 16px; }
    fieldset { border: 1px solid var(--c-line); border-radius: var(--c-radius); padding: 8px 12px 12px; }
    legend { padding: 0 4px; display: flex; align-items: center; gap: 8px; font-size: 13px; }
    .item { display: flex; gap: 8px; align-items: flex-start; }
    .item > :first-child { flex: 1 1 auto; min-width: 0; }
    .add { justify-self: start; }
    .head { display: flex; align-items: center; gap: 8px; }
  `];

  /** Variants that were chosen, by the pointer of the field. */
  #variants = new Map();
  /** Texts that are no JSON yet, by the pointer of the field. */
  #drafts = new Map();
  /** Pointers of the fields at which problems are told; the others have no field. */
  #told = new Set();

  render() {
    const schema = resolve(this.schema ?? {}, this.schema);
    this.#told.clear();
    const fields = isObjectSchema(schema) ? this.#fieldsOf(schema, this.value, '') : this.#field(schema, this.value, '', 'Input', true);
    const others = (this.problems ?? []).filter(({ pointer }) => !this.#told.has(pointer));
    return html`<div class="fields">${fields}
      ${others.length ? html`<div class="wrong" role="alert">${others.map(({ pointer, message }) => html`<div><code>${pointer}</code> ${message}</div>`)}</div>` : nothing}</div>`;
  }

  /** True if all texts that have to be JSON are. */
  get complete() {
    return this.#drafts.size === 0;
  }

  #fieldsOf(schema, value, pointer) {
    const known = Object.entries(schema.properties ?? {});
    return known.length ? html`${this.#wrong(pointer)}${known.map(([name, property]) =>
      this.#field(property, value?.[name], `${pointer}/${escapePointer(name)}`, name, schema.required?.includes(name)))}`
      : this.#jsonField(schema, value, pointer, 'Fields', 'JSON');
  }

  #field(unresolved, value, pointer, name, required) {
    let schema = resolve(unresolved, this.schema);
    const variants = schema.oneOf ?? schema.anyOf;
    if (variants && !schema.enum) {
      return this.#variantField(schema, variants, value, pointer, name, required);
    }
    const types = typesOf(schema).filter(type => type !== 'null');
    const type = types.length === 1 ? types[0] : schema.properties ? 'object' : undefined;
    const label = schema.title ? html`${schema.title} <code class="muted">${name}</code>` : name;
    const head = html`<span class="name">${label}</span>${required ? html`<span class="required" title="Required">*</span>` : nothing}`;
    if (schema.enum || schema.const !== undefined) {
      return this.#choice(schema, schema.enum ?? [schema.const], value, pointer, head, required);
    }
    if (type === 'boolean') {
      return required || schema.default !== undefined ? this.#checkBox(schema, value, pointer, head)
        : this.#choice(schema, [true, false], value, pointer, head, required);
    }
    if (type === 'object' && schema.properties) {
      return this.#objectField(schema, value, pointer, head, required);
    }
    if (type === 'array' && schema.items && typeof schema.items === 'object' && !Array.isArray(schema.items)) {
      return this.#listField(schema, value, pointer, head, required);
    }
    return ['string', 'number', 'integer'].includes(type) ? this.#textField(schema, type, value, pointer, head, required)
      : this.#jsonField(schema, value, pointer, head, 'JSON', required);
  }

  #textField(schema, type, value, pointer, head, required) {
    const id = idOf(pointer);
    const numeric = type !== 'string';
    const examples = (schema.examples ?? []).filter(example => typeof example !== 'object');
    const hint = examples[0] ?? exampleOf(schema.format) ?? '';
    const shown = value === undefined || value === null ? '' : String(value);
    // A text that is no date stays in sight until it is one.
    const inputType = schema.format === 'date' && (!shown || isDate(shown)) ? 'date' : INPUT_TYPES[schema.format] ?? 'text';
    const more = limits(schema, type);
    const changed = event => this.#set(pointer, numeric ? numberOf(event.target.value) : event.target.value || undefined);
    const long = !numeric && (schema.maxLength > LONG_TEXT || schema.contentMediaType || shown.includes('\n'));
    return html`
      <div class="field ${long ? 'wide' : ''}">
        <label for=${id}>${head}</label>
        ${long ? html`<textarea id=${id} rows="4" .value=${live(shown)} placeholder=${hint} aria-invalid=${this.#invalid(pointer)} aria-describedby=${this.#described(schema, pointer, more)}
              @input=${changed}></textarea>`
          : html`<input id=${id} type=${numeric ? 'text' : inputType} inputmode=${numeric ? 'decimal' : nothing}
              list=${examples.length > 1 ? `${id}-examples` : nothing} .value=${live(shown)} placeholder=${hint} autocomplete="off"
              aria-required=${required ? 'true' : nothing} aria-invalid=${this.#invalid(pointer)} aria-describedby=${this.#described(schema, pointer, more)} @input=${changed}>`}
        ${examples.length > 1 ? html`<datalist id="${id}-examples">${examples.map(example => html`<option value=${example}></option>`)}</datalist>` : nothing}
        ${this.#help(schema, id, more)}${this.#wrong(pointer)}
      </div>`;
  }

  #choice(schema, values, value, pointer, head, required) {
    const id = idOf(pointer);
    const chosen = values.findIndex(one => JSON.stringify(one) === JSON.stringify(value));
    return html`
      <div class="field">
        <label for=${id}>${head}</label>
        <select id=${id} aria-invalid=${this.#invalid(pointer)} aria-describedby=${this.#described(schema, pointer)}
          @change=${event => this.#set(pointer, event.target.value === '' ? undefined : values[Number(event.target.value)])}>
          <option value="" ?selected=${chosen < 0}>${required ? 'Choose…' : '—'}</option>
          ${values.map((one, index) => html`<option value=${index} ?selected=${chosen === index}>${typeof one === 'string' ? one : JSON.stringify(one)}</option>`)}
        </select>
        ${this.#help(schema, id)}${this.#wrong(pointer)}
      </div>`;
  }

  #checkBox(schema, value, pointer, head) {
    const id = idOf(pointer);
    return html`
      <div class="field">
        <div class="check"><input id=${id} type="checkbox" .checked=${live(value === true)} aria-describedby=${this.#described(schema, pointer)}
          @change=${event => this.#set(pointer, event.target.checked)}><label for=${id}>${head}</label></div>
        ${this.#help(schema, id)}${this.#wrong(pointer)}
      </div>`;
  }

  #objectField(schema, value, pointer, head, required) {
    const id = idOf(pointer);
    if (value === undefined && !required) {
      return html`<div class="field"><div class="head"><span class="grow">${head}</span>
        <button type="button" @click=${() => this.#set(pointer, initial(schema, this.schema) ?? {})}>${icon('plus')}Add</button></div>
        ${this.#help(schema, id)}${this.#wrong(pointer)}</div>`;
    }
    return html`<fieldset aria-describedby=${this.#described(schema, pointer)}><legend>${head}${required ? nothing : this.#removeButton(pointer, 'Leave out')}</legend>
      <div class="fields">${this.#help(schema, id)}${this.#fieldsOf(schema, value, pointer)}</div></fieldset>`;
  }

  #listField(schema, value, pointer, head, required) {
    const id = idOf(pointer);
    const items = Array.isArray(value) ? value : [];
    const add = () => this.#set(pointer, [...items, initial(schema.items, this.schema) ?? null]);
    return html`
      <fieldset aria-describedby=${this.#described(schema, pointer, limits(schema, 'array'))}><legend>${head}<span class="muted small">${items.length}</span>${value !== undefined && !required ? this.#removeButton(pointer, 'Leave out') : nothing}</legend>
        <div class="fields">${this.#help(schema, id, limits(schema, 'array'))}${this.#wrong(pointer)}
          ${items.map((item, index) => html`<div class="item">
            ${this.#field(schema.items, item ?? undefined, `${pointer}/${index}`, `${index + 1}`, true)}
            <button type="button" class="quiet icon" aria-label="Remove ${index + 1}" title="Remove"
              @click=${() => this.#set(pointer, items.filter((any, at) => at !== index))}>${icon('close')}</button></div>`)}
          <button type="button" class="add" @click=${add}>${icon('plus')}Add</button>
        </div></fieldset>`;
  }

  #variantField(schema, variants, value, pointer, name, required) {
    const { oneOf, anyOf, ...own } = schema;
    const chosen = this.#variants.get(pointer) ?? 0;
    const titles = variants.map((variant, index) => {
      const resolved = resolve(variant, this.schema);
      return resolved.title ?? (typesOf(resolved).join(' or ') || `Variant ${index + 1}`);
    });
    const choose = event => {
      this.#variants.set(pointer, Number(event.target.value));
      this.#set(pointer, initial(variants[Number(event.target.value)], this.schema));
    };
    const merged = resolve({ ...own, allOf: [variants[chosen]] }, this.schema);
    return html`<div class="field"><label class="small muted" for="${idOf(pointer)}-variant">${name} is</label>
      <select id="${idOf(pointer)}-variant" @change=${choose}>${titles.map((title, index) =>
        html`<option value=${index} ?selected=${index === chosen}>${title}</option>`)}</select></div>
      ${this.#field(merged, value, pointer, name, required)}`;
  }

  #jsonField(schema, value, pointer, head, hint) {
    const id = idOf(pointer);
    const draft = this.#drafts.get(pointer);
    const shown = draft ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
    const changed = event => {
      const text = event.target.value;
      this.#drafts.delete(pointer);
      try {
        this.#set(pointer, text.trim() ? parseTyped(text) : undefined);
      } catch {
        this.#drafts.set(pointer, text);
        this.requestUpdate();
      }
    };
    return html`
      <div class="field wide">
        <label for=${id}>${head}</label>
        <textarea id=${id} rows=${Math.min(12, Math.max(2, shown.split('\n').length))} placeholder=${hint} spellcheck="false" .value=${live(shown)}
          aria-invalid=${draft !== undefined || this.#invalid(pointer) === 'true' ? 'true' : 'false'} aria-describedby=${this.#described(schema, pointer, '', draft === undefined ? undefined : true)} @change=${changed}></textarea>
        ${this.#help(schema, id)}${draft !== undefined ? html`<div class="wrong" id="${id}-wrong">This is not JSON yet.</div>` : this.#wrong(pointer)}
      </div>`;
  }

  #removeButton(pointer, word) {
    return html`<button type="button" class="link small" @click=${() => this.#set(pointer, undefined)}>${word}</button>`;
  }

  #help(schema, id, more = '') {
    const text = helpText(schema, more);
    return text ? html`<div class="help" id="${id}-help">${text}</div>` : nothing;
  }

  /** Ids of the elements that tell of a field what its label does not. */
  #described(schema, pointer, more = '', isWrong = this.#problemsAt(pointer).length > 0) {
    const id = idOf(pointer);
    return [helpText(schema, more) && `${id}-help`, isWrong && `${id}-wrong`].filter(Boolean).join(' ') || nothing;
  }

  #problemsAt(pointer) {
    return (this.problems ?? []).filter(problem => problem.pointer === pointer);
  }

  #invalid(pointer) {
    return this.#problemsAt(pointer).length ? 'true' : 'false';
  }

  #wrong(pointer) {
    this.#told.add(pointer);
    const problems = this.#problemsAt(pointer);
    return problems.length ? html`<div class="wrong" role="alert" id="${idOf(pointer)}-wrong">${problems.map(({ message }) => html`<div>${message}</div>`)}</div>` : nothing;
  }

  #set(pointer, value) {
    const path = pointer.split('/').slice(1).map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
    this.value = changed(this.value, path, value);
    this.dispatchEvent(new CustomEvent('change', { detail: this.value }));
  }
}
customElements.define('cairn-schema-form', SchemaForm);

/** A copy with another value at a path; the parts that do not change are shared. Undefined removes a field. */
function changed(whole, path, value) {
  if (path.length === 0) {
    return value;
  }
  const [name, ...rest] = path;
  if (Array.isArray(whole)) {
    // An item that is left empty stays in its place.
    return whole.map((item, index) => index === Number(name) ? changed(item ?? undefined, rest, value) ?? null : item);
  }
  const { [name]: old, ...others } = whole ?? {};
  const inner = changed(old, rest, value);
  return inner === undefined ? others : { ...whole, [name]: inner };
}

/** A text that is no number stays a text, and the check of the value tells it. */
function numberOf(text) {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : typedNumber(trimmed) ?? trimmed;
}

function idOf(pointer) {
  return `field${pointer.replaceAll(/[^A-Za-z0-9]/g, character => `-${character.codePointAt(0)}-`)}`;
}

function helpText(schema, more) {
  return [schema.description, more].filter(Boolean).join(' · ');
}

function limits(schema, type) {
  if (type === 'array') {
    return range(schema.minItems, schema.maxItems, schema.minItems === 1 && schema.maxItems === undefined ? 'item' : 'items');
  }
  return type === 'string' ? range(schema.minLength > 1 ? schema.minLength : undefined, schema.maxLength, 'characters')
    : range(schema.minimum, schema.maximum, '');
}

function range(from, to, unit) {
  const numbers = from !== undefined && to !== undefined ? `${from} to ${to}` : from !== undefined ? `at least ${from}` : to !== undefined ? `at most ${to}` : '';
  return numbers && `${numbers} ${unit}`.trim();
}
