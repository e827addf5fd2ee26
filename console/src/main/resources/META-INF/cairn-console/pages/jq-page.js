import { LitElement, css, html, nothing } from 'lit';
import { parseJson } from '../core/exact-json.js';
import { formatNumber, taskName } from '../core/format.js';
import { link, replace } from '../core/router.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import '../parts/problem-view.js';
import '../parts/value-tree.js';

const PAUSE_MILLIS = 250;
/** Pages of a history of 1,000 tasks each. */
const MAX_PAGES = 5;
const PAGE = 1_000;

/**
 * Tries expressions: `#/jq?expression=.total&instance=…&task=…&run=…`. The input is typed, or that of a task run; the expression is
 * evaluated while it is typed, by the application. Only in the Dev UI, which has a parser.
 */
export class JqPage extends LitElement {
  static properties = {
    source: { attribute: false }, route: { attribute: false }, expression: { state: true }, input: { state: true }, variables: { state: true },
    outcome: { state: true }, problem: { state: true }, runs: { state: true }, workflow: { state: true }, busy: { state: true }, copied: { state: true },
  };

  static styles = [controls, pageLayout, css`
    .grid { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px; align-items: start; }
    @media (max-width: 860px) { .grid { grid-template-columns: minmax(0, 1fr); } }
    textarea { width: 100%; display: block; }
    .expression { min-height: 64px; }
    .input { min-height: 240px; }
    .variables { min-height: 96px; }
    .from { display: flex; gap: 8px; flex-wrap: wrap; align-items: end; }
    .from label { display: flex; flex-direction: column; gap: 4px; flex: 1 1 200px; min-width: 0; font-size: 12px; color: var(--c-muted); }
    .from label.wide { flex-basis: 280px; }
    .from input, .from select { width: 100%; }
    .result { height: 320px; }
    .error { padding: 10px 12px; background: var(--c-danger-soft); display: flex; flex-direction: column; gap: 8px; font-size: 13px; line-height: 20px; overflow-wrap: anywhere; }
    .where { background: var(--c-panel); border-radius: 4px; padding: 6px 8px; white-space: pre; overflow-x: auto; }
    .caret { color: var(--c-danger); font-weight: 700; }
    .cost { display: flex; gap: 8px; align-items: center; font-size: 12px; color: var(--c-muted); font-variant-numeric: tabular-nums; }
    meter { width: 96px; height: 8px; }
    summary { cursor: pointer; font-size: 13px; padding: 4px 0; }
    .line { display: flex; gap: 8px; align-items: center; }
    .line code { flex: 1; min-width: 0; overflow-x: auto; white-space: pre; background: var(--c-raised); border-radius: 4px; padding: 6px 8px; }
  `];

  constructor() {
    super();
    this.expression = '.';
    this.input = '{}';
    this.variables = '';
    this.runs = [];
  }

  willUpdate(changed) {
    if (changed.has('route')) {
      const { expression, instance, task, run } = this.route.params;
      if (expression !== undefined && !changed.get('route')) {
        this.expression = expression;
      }
      const key = [instance, task, run].join(' ');
      if (key !== this.key) {
        this.key = key;
        this.#readInstance(instance, task, Number(run ?? 1));
      }
    }
    if (changed.has('expression') || changed.has('input') || changed.has('variables')) {
      this.#later();
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  render() {
    if (!this.source.call) {
      return html`<p class="muted">The playground is part of the Dev UI: an application in production has no parser of expressions.</p>`;
    }
    return html`
      <div class="page">
        <header><h1 class="grow">jq playground</h1>${this.#cost()}</header>
        <section class="panel"><header><h2 id="expression" class="grow">Expression</h2><span class="muted small">as in a definition; <code>${'${ }'}</code> may be around it</span></header>
          <div class="body"><textarea class="expression" rows="3" spellcheck="false" autocapitalize="off" aria-labelledby="expression" .value=${this.expression}
            aria-invalid=${this.outcome?.error ? 'true' : 'false'} @input=${event => this.#typed(event.target.value)}></textarea></div></section>
        <div class="grid">
          <section class="panel"><header><h2 id="input">Input</h2></header><div class="body stack">${this.#origin()}
            <textarea class="input" spellcheck="false" autocapitalize="off" aria-labelledby="input" .value=${this.input} @input=${event => { this.input = event.target.value; }}></textarea>
            <details ?open=${Boolean(this.variables)}><summary>Variables <span class="muted small">an object by their names, such as <code>{"context": {}}</code></span></summary>
              <textarea class="variables" spellcheck="false" aria-label="Variables" .value=${this.variables} @input=${event => { this.variables = event.target.value; }}></textarea></details>
          </div></section>
          <section class="panel" aria-live="polite"><header><h2 class="grow">Result</h2>${this.busy ? icon('turn', 'Evaluating', 'turning') : nothing}</header>
            <cairn-problem-view .problem=${this.problem}></cairn-problem-view>${this.#result()}</section>
        </div>
        ${this.#use()}
      </div>`;
  }

  #origin() {
    const { instance = '', task = '', run = 1 } = this.route.params;
    return html`<div class="from">
      <label class="wide">Taken from the instance<input class="mono" .value=${instance} placeholder="Id of an instance"
        @change=${event => replace({ expression: this.expression, instance: event.target.value.trim() })}></label>
      <label>Task<select ?disabled=${!this.runs.length} @change=${event => this.#choose(event.target.value)}>
        <option value="">${this.runs.length ? 'Choose a task' : 'No tasks'}</option>
        ${this.runs.map((each, index) => html`<option value=${index} .selected=${each.task === task && each.run === Number(run)}>${taskName(each.task) || each.name}${each.run > 1 ? ` (run ${each.run})` : ''}</option>`)}
      </select></label></div>`;
  }

  #result() {
    if (!this.outcome) {
      return html`<div class="empty">Type an expression.</div>`;
    }
    const { error, result, truncated } = this.outcome;
    if (error) {
      return html`<div class="error" role="alert"><div>${error.message}</div>${error.offset === undefined ? nothing : where(this.outcome.expression, error)}</div>`;
    }
    const value = parsed(result);
    return value === undefined ? html`<pre class="where">${result}</pre>${truncated ? html`<p class="muted small">Only its beginning is shown.</p>` : nothing}`
      : html`<cairn-value-tree class="result" .value=${value} filename="result"></cairn-value-tree>`;
  }

  #cost() {
    const { steps, budget } = this.outcome ?? {};
    return steps === undefined ? nothing : html`<span class="cost" title="Units of work, of those that quarkus.cairn.work.worker-budget permits a task">
      <meter min="0" max=${budget} value=${steps} aria-label="Budget used"></meter>${formatNumber(steps)} of ${formatNumber(budget)} steps</span>`;
  }

  #use() {
    if (!this.outcome || this.outcome.error) {
      return nothing;
    }
    const line = `"${wrapped(this.expression).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ')}"`;
    const { task } = this.route.params;
    return html`<section class="panel"><header><h2>Use in the definition</h2></header><div class="body stack">
      <div class="line"><code>${line}</code><button @click=${() => this.#copy(line)}>${icon('copy')}${this.copied ? 'Copied' : 'Copy'}</button></div>
      ${this.workflow && task ? html`<p class="small"><a href=${link(['workflows', this.workflow.name], { version: this.workflow.version, task })}>The lines of the task
        ${taskName(task)} in ${this.workflow.name}:${this.workflow.version}</a></p>` : nothing}</div></section>`;
  }

  #typed(text) {
    this.expression = text;
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = true;
      setTimeout(() => { this.copied = false; }, 2_000);
    } catch {
      // Browsers permit it over HTTPS and on localhost only; the text can be selected.
    }
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#evaluate(), PAUSE_MILLIS);
  }

  async #evaluate() {
    if (!this.source.call) {
      return;
    }
    const { expression, input, variables } = this;
    this.busy = true;
    try {
      const outcome = await this.source.call('evaluateExpression', { expression, input, variables });
      if (expression === this.expression && input === this.input && variables === this.variables) {
        this.outcome = { ...outcome, expression };
        this.problem = null;
      }
    } catch (failure) {
      this.problem = failure;
    } finally {
      this.busy = false;
    }
  }

  async #readInstance(instance, task, run) {
    if (!instance || !this.source.call) {
      this.runs = [];
      this.workflow = null;
      return;
    }
    try {
      if (this.shown !== instance) {
        const details = await this.source.get(['instances', instance]);
        this.workflow = { name: details.workflow, version: details.version };
        this.runs = await this.#history(instance);
        this.shown = instance;
      }
      this.problem = null;
      const found = this.runs.find(each => each.task === task && each.run === run);
      if (found) {
        this.#take(found);
      }
    } catch (failure) {
      this.problem = failure;
      this.runs = [];
    }
  }

  async #history(instance) {
    const runs = [];
    let cursor;
    for (let page = 0; page < MAX_PAGES && (page === 0 || cursor); page++) {
      const { tasks, next } = await this.source.get(['instances', instance, 'history'], { limit: PAGE, cursor });
      runs.push(...tasks);
      cursor = next;
    }
    return runs;
  }

  #choose(index) {
    const run = this.runs[index];
    if (run) {
      replace({ expression: this.expression, instance: this.route.params.instance, task: run.task, run: run.run });
    }
  }

  /** The context is what the task before left, or the one before that. */
  #take(run) {
    this.input = JSON.stringify(run.input ?? null, null, 2);
    const before = this.runs.slice(0, this.runs.indexOf(run)).findLast(each => each.context !== undefined && each.endStep && each.endStep <= run.startStep);
    this.variables = before ? JSON.stringify({ context: before.context }, null, 2) : '';
  }
}

/** The line of an expression, with marks below the part that failed. A part of several lines is marked in its first. */
function where(expression, { offset, length = 1 }) {
  const before = expression.slice(0, offset).split('\n');
  const start = before.at(-1);
  const [rest] = expression.slice(offset).split('\n', 1);
  const marks = '^'.repeat(Math.max(1, Math.min(length, rest.length)));
  // Tabs stay, so that the marks are below their characters.
  return html`<pre class="where" tabindex="0" aria-label="Place of the error">${start}${rest}${'\n'}${start.replace(/[^\t]/g, ' ')}<span class="caret">${marks}</span> <span class="muted">line ${before.length}, column ${start.length + 1}</span></pre>`;
}

function wrapped(expression) {
  const text = expression.trim();
  return text.startsWith('${') ? text : `\${ ${text} }`;
}

function parsed(text) {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

customElements.define('cairn-jq-page', JqPage);
