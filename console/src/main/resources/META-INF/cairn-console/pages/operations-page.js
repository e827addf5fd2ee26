import { LitElement, css, html, nothing } from 'lit';
import { COMMANDS } from '../core/commands.js';
import { statusesOf } from '../core/instance-query.js';
import { nodeName } from '../core/node-names.js';
import { PagePoll } from '../core/page-poll.js';
import { link } from '../core/router.js';
import { Problem } from '../core/source.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import { keyedRows } from '../parts/keyed-rows.js';
import { confirmAction } from '../parts/modal-dialog.js';
import '../parts/operation-progress.js';
import '../parts/problem-view.js';
import '../parts/time-label.js';

const BUSY_MILLIS = 1_000;
const IDLE_MILLIS = 5_000;

/** The bulk operations of the node that answers, newest first, with their progress. */
export class OperationsPage extends LitElement {
  static properties = { source: { attribute: false }, route: { attribute: false }, stopping: { state: true } };
  static styles = [controls, pageLayout, css`
    .operation { padding: 12px; border-bottom: 1px solid var(--c-line); display: flex; flex-direction: column; gap: 4px; }
    .operation:last-child { border-bottom: 0; }
    .facts { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 12.5px; color: var(--c-muted); }
    .facts > span { overflow-wrap: anywhere; }
    .reason { font-size: 13px; overflow-wrap: anywhere; }
    .what { display: inline-flex; gap: 6px; align-items: center; font-weight: 600; }
  `];

  #poll = new PagePoll(this, source => source.get('operations'), answer => (answer?.operations.some(({ state }) => state === 'running') ? BUSY_MILLIS : IDLE_MILLIS));

  constructor() {
    super();
    this.stopping = new Set();
  }

  render() {
    const { value, problem } = this.#poll;
    return html`
      <div class="page">
        <header><h1>Bulk operations</h1><span class="grow"></span>
          <a class="button" href=${link('instances')}>${icon('search')}Find instances</a></header>
        ${problem ? html`<cairn-problem-view .problem=${problem} retryable @retry=${() => this.#poll.now()}></cairn-problem-view>` : nothing}
        ${value ? html`<section class="panel" aria-label="Bulk operations">${value.operations.length
          ? keyedRows(value.operations, ({ id }) => id, operation => this.#operation(operation)) : this.#empty()}</section>
          <p class="muted small">A node knows the operations that were begun on it: those that run and the last 100 that have ended. A restart ends them.</p>`
          : problem ? nothing : html`<p class="muted">Reading …</p>`}
      </div>`;
  }

  #empty() {
    return html`<div class="empty"><p>No command was given to many instances on this node since it started.</p>
      <p>Find instances, select them or all that the search finds, and choose a command.</p></div>`;
  }

  #operation(operation) {
    const command = COMMANDS[operation.command];
    const { workflow, status } = operation;
    return html`
      <article class="operation" aria-label="${command?.label ?? operation.command} ${workflow ?? 'all workflows'}">
        <cairn-operation-progress .operation=${operation} ?stopping=${this.stopping.has(operation.id)} @stop=${() => this.#stop(operation)}>
          <span class="what">${icon(command?.icon ?? 'operations')}${command?.label ?? operation.command}
            <a href=${link('instances', { workflow, status })}>${workflow ?? 'all workflows'}</a></span>
          ${statusesOf(status).map(each => html`<span class="chip">${each}</span>`)}
        </cairn-operation-progress>
        ${operation.reason ? html`<div class="reason">“${operation.reason}”</div>` : nothing}
        <div class="facts">
          <span>${operation.principal ? html`by <strong>${operation.principal}</strong>` : 'by the application'}</span>
          <span>began <cairn-time-label mode="relative" value=${operation.startedAt}></cairn-time-label></span>
          <span>on node <span class="mono" title=${operation.node}>${nodeName(operation.node)}</span></span>
          <span class="mono">${operation.id}</span>
        </div>
      </article>`;
  }

  async #stop(operation) {
    const label = COMMANDS[operation.command]?.label ?? operation.command;
    await confirmAction(this, {
      heading: `Stop “${label}”?`, text: 'No further instance is asked. Those that have done it stay as they are.', confirm: 'Stop', danger: true,
      withReason: false, act: () => this.#giveUp(operation.id),
    });
  }

  async #giveUp(id) {
    this.stopping = new Set([...this.stopping, id]);
    try {
      await this.source.remove(`operations/${id}`);
    } catch (failure) {
      this.stopping = new Set([...this.stopping].filter(each => each !== id));
      throw Problem.of(failure);
    }
    this.#poll.now();
  }
}
customElements.define('cairn-operations-page', OperationsPage);
