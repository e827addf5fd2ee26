import { LitElement, css, html, nothing } from 'lit';
import { localName } from '../core/format.js';
import { LiveController } from '../core/live.js';
import { replace } from '../core/router.js';
import { Problem } from '../core/source.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import { countStyles, statusCounts } from '../parts/status-counts.js';
import { triggerLabel } from '../parts/trigger-label.js';
import '../graph/flow-graph.js';
import '../parts/modal-dialog.js';
import '../parts/problem-view.js';
import '../parts/run-form.js';
import '../parts/source-view.js';

const REFRESH_MILLIS = 2_000;

/** One workflow: its graph beside its source, its input, and a form to run it. The task that is selected is in the address. */
export class WorkflowPage extends LitElement {
  static properties = {
    source: { attribute: false },
    route: { attribute: false },
    workflow: { state: true },
    graph: { state: true },
    problem: { state: true },
  };

  static styles = [controls, pageLayout, countStyles, css`
    .title { display: flex; flex-direction: column; }
    .facts { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; font-size: 13px; }
    .facts > div { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }
    .halves { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
    cairn-flow-graph, cairn-source-view { height: min(64vh, 720px); border-radius: 0 0 var(--c-radius) var(--c-radius); }
    .file { overflow-wrap: anywhere; }
    .warning { display: flex; gap: 8px; background: var(--c-warning-soft); border-radius: var(--c-radius); padding: 8px 12px; font-size: 13px; }
    .schema pre { max-height: 400px; overflow: auto; }
    summary { cursor: pointer; padding: 10px 12px; font-weight: 600; font-size: 13px; }
    @media (min-width: 1100px) { .halves.both { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
    @media (max-width: 720px) { cairn-flow-graph, cairn-source-view { height: 56vh; } }
  `];

  #live = new LiveController(this, () => this.workflow ? { workflow: this.workflow.workflow } : null,
    { change: () => this.#later(), reset: () => this.#loadCounts() });

  willUpdate() {
    const { segments, params } = this.route;
    const key = `${segments[1]} ${params.version ?? ''}`;
    if (key !== this.key) {
      this.key = key;
      this.#load();
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.refreshing);
  }

  render() {
    return html`
      <div class="page">
        ${this.workflow ? this.#head() : html`<header><h1>${localName(this.route.segments[1])}</h1></header>`}
        <cairn-problem-view .problem=${this.problem} retryable @retry=${this.#load}></cairn-problem-view>
        ${this.workflow ? html`${this.#warnings()}${this.#halves()}${this.#schema()}${this.#runDialog()}`
          : this.problem ? nothing : html`<p class="muted" aria-busy="true">Loading…</p>`}
      </div>`;
  }

  #head() {
    const { workflow, version, versions, title, summary, triggers, instances, exactCounts, instancesByVersion } = this.workflow;
    const chosen = this.route.params.version;
    const counts = chosen ? instancesByVersion?.[version] ?? {} : instances;
    return html`
      <header>
        <div class="title grow"><h1>${localName(workflow)} <span class="muted small">${workflow.split(':')[0]}</span></h1>
          ${title || summary ? html`<p class="muted">${[title, summary].filter(Boolean).join(' — ')}</p>` : nothing}</div>
        ${versions.length === 1 ? html`<span class="muted">Version ${version}</span>` : html`<label class="row">Version
          <select @change=${event => this.#change({ version: event.target.value })}>
            ${versions.toReversed().map(each => html`<option value=${each} ?selected=${each === version}>${each}</option>`)}</select></label>`}
        <button class="primary" @click=${() => this.#change({ run: 'true' })}>${icon('play')}Run</button>
      </header>
      <div class="facts">
        <div><span class="muted">Started by</span>${triggers.length ? triggers.map(trigger => triggerLabel(trigger, workflow)) : 'code'}</div>
        <div><span class="muted">Instances</span>${statusCounts(workflow, counts, { exact: exactCounts, version: chosen, words: true })}</div>
      </div>`;
  }

  #warnings() {
    return (this.workflow.warnings ?? []).map(warning => html`
      <div class="warning">${icon('alert')}<div>${warning.code ? html`<code>${warning.code}</code> ` : nothing}${warning.message}
        ${warning.line ? html`<button class="link" @click=${() => this.#change({ task: this.#taskOf(warning.pointer) })}>line ${warning.line}</button>` : nothing}</div></div>`);
  }

  /** The innermost task around a place in the definition. */
  #taskOf(pointer = '') {
    return this.graph?.nodes.filter(node => node.task && (pointer === node.task || pointer.startsWith(`${node.task}/`)))
      .reduce((inner, node) => node.task.length > (inner?.length ?? 0) ? node.task : inner, null);
  }

  #halves() {
    const written = this.workflow.source;
    const selected = this.route.params.task ?? null;
    return html`
      <div class="halves ${written.text ? 'both' : ''}" @task-select=${this.#selected}>
        <section class="panel" aria-labelledby="graph"><header><h2 id="graph">Graph</h2></header>
          <cairn-flow-graph .graph=${this.graph} .selected=${selected}></cairn-flow-graph></section>
        <section class="panel" aria-labelledby="source">
          <header><h2 id="source">Source</h2><code class="muted file">${written.file}${written.line ? `:${written.line}` : nothing}</code></header>
          ${written.text ? html`<cairn-source-view .text=${written.text} language=${written.language} .nodes=${this.graph?.nodes} .selected=${selected}></cairn-source-view>`
            : this.#java(written, selected)}</section>
      </div>`;
  }

  /** The application has no sources of Java, so the page says where the selected task is in them. */
  #java(written, selected) {
    const node = this.graph?.nodes.find(each => each.task === selected);
    return html`<div class="body stack"><p>Written in Java: <code>${written.class}</code></p>
      ${node?.line ? html`<p>The task <strong>${node.name}</strong> is in <code>${written.file}:${node.line}</code>.</p>` : nothing}</div>`;
  }

  #schema() {
    const schema = this.workflow.inputSchema;
    return html`<details class="panel schema"><summary>Input schema</summary><div class="body">
      ${schema === undefined ? html`<p class="muted">The workflow has no input schema: it takes any input.</p>`
        : html`<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`}</div></details>`;
  }

  #runDialog() {
    const open = Boolean(this.route.params.run);
    const close = () => this.#change({ run: null });
    return html`
      <cairn-modal-dialog wide addressed heading="Run ${localName(this.workflow.workflow)} ${this.workflow.version}" ?open=${open} @close=${close}>
        ${open ? html`<cairn-run-form .source=${this.source} .workflow=${this.workflow}></cairn-run-form>` : nothing}
      </cairn-modal-dialog>`;
  }

  #selected = event => {
    const task = event.detail.task;
    this.#change({ task: task === this.route.params.task ? null : task });
  };

  #change(params) {
    replace({ ...this.route.params, ...params });
  }

  #later() {
    this.refreshing ??= setTimeout(() => this.#loadCounts(), REFRESH_MILLIS);
  }

  #load = async () => {
    const key = this.key;
    const path = ['workflows', this.route.segments[1]];
    const { version } = this.route.params;
    try {
      const [workflow, graph] = await Promise.all([this.source.get(path, { version }), this.source.get([...path, 'graph'], { version })]);
      if (key === this.key) {
        Object.assign(this, { workflow, graph, problem: null });
      }
    } catch (failure) {
      this.problem = key === this.key ? Problem.of(failure) : this.problem;
    }
  };

  async #loadCounts() {
    clearTimeout(this.refreshing);
    this.refreshing = undefined;
    const { workflow, version } = this.workflow;
    const fresh = await this.source.get(['workflows', workflow], { version }).catch(() => null);
    if (fresh && this.workflow.version === version) {
      const { instances, instancesByVersion, exactCounts } = fresh;
      this.workflow = { ...this.workflow, instances, instancesByVersion, exactCounts };
    }
  }
}
customElements.define('cairn-workflow-page', WorkflowPage);
