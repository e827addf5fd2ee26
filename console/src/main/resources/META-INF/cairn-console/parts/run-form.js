import { LitElement, css, html, nothing } from 'lit';
import { hasEnded } from '../core/commands.js';
import { parseTyped } from '../core/exact-json.js';
import { initial, validate } from '../core/json-schema.js';
import { liveOf } from '../core/live.js';
import { link } from '../core/router.js';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import { statusBadge } from './status-badge.js';
import './problem-view.js';
import './schema-form.js';

const MAX_SHOWN_CHARACTERS = 20_000;

/**
 * Starts instances of a workflow: with a form made from its input schema, or with JSON. An input that the schema does not
 * permit is not sent; its field shows why. `workflow` is the answer of `GET /workflows/{workflow}`. It follows the instance that it started until that ends.
 */
export class RunForm extends LitElement {
  static properties = {
    source: { attribute: false },
    workflow: { attribute: false },
    mode: { state: true },
    value: { state: true },
    text: { state: true },
    problems: { state: true },
    problem: { state: true },
    attributeProblem: { state: true },
    busy: { state: true },
    wait: { state: true },
    started: { state: true },
    instance: { state: true },
  };

  static styles = [controls, css`
    :host { display: flex; flex-direction: column; gap: 16px; }
    .json { width: 100%; min-height: 180px; }
    .options { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 12px; }
    .attributes { display: flex; flex-direction: column; gap: 4px; grid-column: 1 / -1; }
    .attributes textarea { width: 100%; }
    .problem { color: var(--c-danger); font-size: 12px; }
    .options label { display: flex; flex-direction: column; gap: 4px; font-weight: 500; }
    .check { display: flex; align-items: center; gap: 8px; }
    .wrong { color: var(--c-danger); font-size: 12px; margin: 0; padding-left: 16px; }
    .result { border: 1px solid var(--c-line); border-radius: var(--c-radius); padding: 12px; display: flex; flex-direction: column; gap: 8px; }
    .result pre { max-height: 320px; overflow: auto; background: var(--c-raised); border-radius: 4px; padding: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
    .bar { position: sticky; bottom: -16px; margin: 0 -16px -16px; padding: 12px 16px; background: var(--c-panel); border-top: 1px solid var(--c-line); }
    summary { cursor: pointer; font-weight: 500; font-size: 13px; }
    details .options { margin-top: 12px; }
  `];

  constructor() {
    super();
    this.wait = true;
    this.problems = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watching?.close();
  }

  willUpdate(changed) {
    if (changed.has('workflow') && this.workflow && changed.get('workflow')?.version !== this.workflow.version) {
      this.value = this.#schema === undefined ? undefined : initial(this.#schema);
      this.mode = this.#schema === undefined ? 'json' : 'form';
      this.text = JSON.stringify(this.value ?? {}, null, 2);
    }
  }

  get #schema() {
    return this.workflow?.inputSchema;
  }

  async firstUpdated() {
    const form = this.renderRoot.querySelector('cairn-schema-form');
    await form?.updateComplete;
    (form ? form.renderRoot : this.renderRoot).querySelector('input, select, textarea')?.focus();
  }

  render() {
    if (!this.workflow) {
      return nothing;
    }
    return html`
      ${this.#schema === undefined ? nothing : html`<div class="tabs" role="tablist" aria-label="Input as">
        ${this.#tab('form', 'Form')}${this.#tab('json', 'JSON')}</div>`}
      ${this.mode === 'form' ? html`<cairn-schema-form .schema=${this.#schema} .value=${this.value} .problems=${this.problems} @change=${this.#formChanged}></cairn-schema-form>`
        : this.#json()}
      <details>
        <summary>Keys and attributes</summary>
        <div class="options">
          <label>Business key<input name="businessKey" autocomplete="off"></label>
          <label>Idempotency key<input name="idempotencyKey" autocomplete="off" placeholder="The same key starts once"></label>
          <label>Reason<input name="reason" autocomplete="off"></label>
          <div class="attributes">
            <label for="attributes">Attributes</label>
            <textarea id="attributes" rows="2" spellcheck="false" autocapitalize="off" placeholder="name=value, one a line"
              aria-invalid=${this.attributeProblem ? 'true' : 'false'} aria-describedby=${this.attributeProblem ? 'attribute-problem' : nothing}
              @input=${() => { this.attributeProblem = undefined; }}></textarea>
            ${this.attributeProblem ? html`<div class="problem" id="attribute-problem" role="alert">${this.attributeProblem}</div>` : nothing}
          </div>
        </div>
      </details>
      <cairn-problem-view .problem=${this.problem}></cairn-problem-view>
      ${this.started ? this.#result() : nothing}
      <div class="bar row">
        <button class="primary" ?disabled=${this.busy} @click=${this.start}>${icon('play')}Run</button>
        <span class="check"><input id="wait" type="checkbox" .checked=${this.wait} @change=${event => { this.wait = event.target.checked; }}>
          <label for="wait">Wait for the result</label></span>
      </div>`;
  }

  #tab(mode, word) {
    return html`<button role="tab" aria-selected=${this.mode === mode ? 'true' : 'false'} @click=${() => this.#show(mode)}>${word}</button>`;
  }

  #json() {
    const others = this.problems.map(problem => html`<li><code>${problem.pointer || '/'}</code> ${problem.message}</li>`);
    return html`
      <label class="hidden-label" for="json">Input</label>
      <textarea class="json" id="json" spellcheck="false" .value=${this.text} aria-invalid=${this.problems.length ? 'true' : 'false'}
        @input=${this.#textChanged} @keydown=${this.#key}></textarea>
      ${others.length ? html`<ul class="wrong" role="alert">${others}</ul>` : nothing}`;
  }

  #result() {
    const shown = this.instance;
    return html`
      <section class="result" aria-live="polite">
        <div class="row">${statusBadge(shown?.status ?? 'running', shown?.parked)}
          <a class="mono ellipsis" href=${link(['instances', this.started.instance])}>${this.started.instance}</a>
          ${this.started.created ? nothing : html`<span class="muted small">started before with this key</span>`}</div>
        ${shown?.output !== undefined ? html`<pre tabindex="0" aria-label="Output">${shortened(JSON.stringify(shown.output, null, 2))}</pre>` : nothing}
        ${shown?.error ? html`<cairn-problem-view .problem=${new Problem({ ...shown.error, title: shown.error.title ?? shown.error.type })}></cairn-problem-view>` : nothing}
      </section>`;
  }

  /** False if the form has a text that is to be JSON and is not. */
  get #complete() {
    return this.renderRoot.querySelector('cairn-schema-form')?.complete ?? true;
  }

  #show(mode) {
    if (mode === this.mode) {
      return;
    }
    if (mode === 'json') {
      if (!this.#complete) {
        this.#focusWrong();
        return;
      }
      this.text = JSON.stringify(this.value ?? {}, null, 2);
    } else {
      const parsed = parse(this.text);
      const misfits = parsed.problem ? [parsed.problem] : validate(this.#schema, parsed.value ?? {}).filter(({ misfit }) => misfit);
      if (misfits.length) {
        // The form would show empty fields instead.
        this.problems = misfits;
        return;
      }
      this.value = parsed.value;
    }
    this.problems = [];
    this.mode = mode;
  }

  #formChanged(event) {
    this.value = event.detail;
    if (this.problems.length) {
      this.problems = validate(this.#schema, this.value ?? {});
    }
  }

  #textChanged(event) {
    this.text = event.target.value;
    const parsed = parse(this.text);
    this.problems = parsed.problem ? [parsed.problem] : this.#schema === undefined ? [] : validate(this.#schema, parsed.value);
  }

  #key(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.start();
    }
  }

  /** The input; an empty object if none is given. Undefined if it is not valid. */
  #input() {
    const { value = {}, problem } = this.mode === 'json' ? parse(this.text) : { value: this.value };
    if (problem) {
      this.problems = [problem];
      return undefined;
    }
    this.problems = this.#schema === undefined ? [] : validate(this.#schema, value);
    // As JSON, a value can be sent that the application takes although it looks wrong.
    const isRefused = this.problems.some(({ advice }) => this.mode === 'form' || !advice);
    return isRefused || !this.#complete ? undefined : value;
  }

  /** The attributes by their names; undefined without any. Null if a line is not an attribute. */
  #attributes() {
    const lines = this.renderRoot.querySelector('#attributes').value.split('\n').filter(line => line.trim());
    const pairs = lines.map(line => line.split(/=(.*)/s).map(part => part.trim()));
    const wrong = pairs.findIndex(([name, value]) => !name || !value);
    this.attributeProblem = wrong < 0 ? undefined : `“${lines[wrong].trim()}” has to be name=value`;
    return wrong >= 0 ? null : pairs.length ? Object.fromEntries(pairs) : undefined;
  }

  async start() {
    const input = this.#input();
    const attributes = this.#attributes();
    if (this.busy || input === undefined || attributes === null) {
      await this.updateComplete;
      this.#focusWrong();
      return;
    }
    this.busy = true;
    this.problem = this.started = this.instance = null;
    this.watching?.close();
    const keys = Object.fromEntries([...this.renderRoot.querySelectorAll('.options input')].filter(field => field.value).map(field => [field.name, field.value]));
    try {
      this.started = await this.source.post(['workflows', this.workflow.workflow, 'instances'], { input, version: this.workflow.version, ...keys, attributes });
      this.dispatchEvent(new CustomEvent('started', { detail: this.started }));
      if (this.wait) {
        this.#follow(this.started.instance);
      }
    } catch (failure) {
      this.problem = Problem.of(failure);
      this.problems = this.problem.errors;
    } finally {
      this.busy = false;
    }
  }

  /** Watches first and reads then, so that an end in between is not missed. */
  #follow(id) {
    // The start may be answered after the dialog was closed.
    if (!this.isConnected) {
      return;
    }
    const read = async () => {
      const instance = await this.source.get(['instances', id]).catch(() => null);
      if (instance && this.started?.instance === id) {
        this.instance = instance;
        if (hasEnded(instance)) {
          this.watching?.close();
        }
      }
    };
    this.watching = liveOf(this.source).watch({ instance: id }, { change: read, reset: read });
    read();
  }

  async #focusWrong() {
    const form = this.renderRoot.querySelector('cairn-schema-form');
    await form?.updateComplete;
    const wrong = form?.renderRoot.querySelector('[aria-invalid="true"]') ?? this.renderRoot.querySelector('[aria-invalid="true"]');
    wrong?.closest('details')?.setAttribute('open', '');
    wrong?.focus();
  }
}
customElements.define('cairn-run-form', RunForm);

function parse(text) {
  if (!text.trim()) {
    return { value: undefined };
  }
  try {
    return { value: parseTyped(text) };
  } catch (failure) {
    return { problem: { pointer: '', message: `is not JSON: ${failure.message}` } };
  }
}

function shortened(text) {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}\n…` : text;
}
