import { LitElement, css, html, nothing } from 'lit';
import { counted, formatNumber, localName, shortId, taskName } from '../core/format.js';
import { LiveController } from '../core/live.js';
import { link } from '../core/router.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import { confirmAction } from '../parts/modal-dialog.js';
import { statusBadge } from '../parts/status-badge.js';
import '../parts/problem-view.js';
import '../parts/time-label.js';

const WORDS = {
  unchanged: { word: 'unchanged', text: 'run the definition they began with', icon: 'check', good: true },
  fits: { word: 'fit', text: 'go on with the changed definition', icon: 'check', good: true },
  misfit: { word: 'do not fit', text: 'came to something that the changed definition does not do', icon: 'alert' },
  'no-definition': { word: 'without definition', text: 'run a version that the application does not have any more', icon: 'alert' },
  unreadable: { word: 'unreadable', text: 'have an entry that cannot be read', icon: 'alert' },
};

/** After a reload the application first takes up what it had. */
const SETTLE_MILLIS = 800;

/**
 * Says which running instances survive the last edit: their journals are replayed against the definitions as they are now. Only in the
 * Dev UI; it looks again after each reload.
 */
export class SurvivalPage extends LitElement {
  static properties = { source: { attribute: false }, route: { attribute: false }, report: { state: true }, problem: { state: true }, busy: { state: true }, note: { state: true } };

  static styles = [controls, pageLayout, css`
    .lead { font-size: 14px; line-height: 20px; max-width: 90ch; }
    .verdict { display: flex; gap: 8px; align-items: flex-start; padding: 12px; border-radius: var(--c-radius); border: 1px solid var(--c-line); background: var(--c-panel); font-size: 14px; }
    .verdict svg { margin-top: 2px; }
    .good { color: var(--c-completed); } .bad { color: var(--c-parked); }
    .counts { display: flex; gap: 4px 16px; flex-wrap: wrap; font-size: 13px; line-height: 20px; }
    .counts span { display: inline-flex; gap: 6px; align-items: center; }
    .counts strong { white-space: nowrap; }
    td:not(:last-child) { white-space: nowrap; }
    .reason { font-family: var(--c-mono); font-size: 12px; overflow-wrap: anywhere; white-space: pre-wrap; max-height: 80px; overflow: auto; min-width: 240px; }
    .advice { padding: 8px 12px; background: var(--c-warning-soft); font-size: 13px; line-height: 20px; }
    .advice ul { margin: 4px 0 0; padding-left: 20px; }
  `];

  #live = new LiveController(this, () => ({}), { change: () => {}, reset: () => this.#later() });

  connectedCallback() {
    super.connectedCallback();
    this.#later(0);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  render() {
    if (!this.source.call) {
      return html`<p class="muted">This page is part of the Dev UI.</p>`;
    }
    return html`
      <div class="page">
        <header><h1 class="grow">Will my running instances survive this change?</h1>
          <button ?disabled=${this.busy} @click=${() => this.check()}>${icon(this.busy ? 'turn' : 'retry', undefined, this.busy ? 'turning' : '')}Check again</button></header>
        <p class="lead muted">The journals of instances that have not ended are replayed against the definitions as they are now. Nothing is changed. An instance whose
          journal does not fit is parked: it stays as it is until a definition fits again.</p>
        <cairn-problem-view .problem=${this.problem} retryable @retry=${() => this.check()}></cairn-problem-view>
        <div role="status">${this.report ? this.#summary() : this.problem ? nothing : html`<p class="muted">Replaying …</p>`}</div>
        ${this.note ? html`<p class="small muted">${this.note}</p>` : nothing}
        ${this.report?.versions.map(version => this.#version(version))}
      </div>`;
  }

  #summary() {
    const { keepsState, checked, complete } = this.report;
    if (!keepsState) {
      return html`<div class="verdict">${icon('info')}<div>The store keeps nothing: each reload of the application ends all instances. Add a store, such as
        <code>quarkus-cairn-persistence-file</code>, to have them go on.</div></div>`;
    }
    const bad = this.#stopped();
    const all = checked === 0 ? 'There are no instances that have not ended.'
      : bad === 0 ? `${checked === 1 ? 'The instance' : `All ${formatNumber(checked)} instances`} that ${checked === 1 ? 'has' : 'have'} not ended can go on.`
        : `${formatNumber(bad)} of ${counted(checked, 'instance')} cannot go on.`;
    return html`<div class="verdict"><span class=${bad ? 'bad' : 'good'}>${icon(bad ? 'alert' : 'check')}</span>
      <div>${all}${complete ? '' : ` There are more: only ${formatNumber(checked)} were checked.`}</div></div>`;
  }

  #version({ workflow, version, counts, stopped }) {
    const parked = stopped.filter(each => each.parked);
    return html`<section class="panel" aria-label="${workflow}:${version}">
      <header><h2 class="grow"><a href=${link(['workflows', workflow], { version })}>${localName(workflow)}</a> <span class="muted">${version}</span></h2>
        ${parked.length ? html`<button class="danger" @click=${() => this.#discard(workflow, version)}>${icon('stop')}Discard these</button>` : nothing}</header>
      <div class="body counts">${Object.entries(WORDS).filter(([verdict]) => counts[verdict]).map(([verdict, { word, text, icon: picture, good }]) => html`
        <span><span class=${good ? 'good' : 'bad'}>${icon(picture)}</span><strong>${formatNumber(counts[verdict])} ${word}</strong> <span class="muted">${text}</span></span>`)}</div>
      ${stopped.length ? html`${this.#advice(counts, version)}<div class="scroll-x"><table>
        <thead><tr><th>Instance</th><th>Status</th><th>Started</th><th>Task</th><th>Why</th></tr></thead>
        <tbody>${stopped.map(each => html`<tr>
          <td class="mono"><a href=${link(['instances', each.id])} title=${each.id}>${shortId(each.id)}</a>${each.businessKey ? html`<div class="muted small">${each.businessKey}</div>` : nothing}</td>
          <td>${statusBadge(each.status, each.parked)}</td><td><cairn-time-label value=${each.createdAt} mode="relative"></cairn-time-label></td>
          <td>${each.task ? html`<span title=${each.task}>${taskName(each.task)}</span>` : html`<span class="muted">–</span>`}${each.entry >= 0 ? html`<div class="muted small">entry ${each.entry}</div>` : nothing}</td>
          <td><div class="reason" tabindex="0">${each.reason}</div></td></tr>`)}</tbody></table></div>` : nothing}
    </section>`;
  }

  #advice(counts, version) {
    const items = [];
    if (counts.misfit) {
      items.push(html`Best: give the changed definition a new version, and leave ${version} beside it as it was. Running instances end with ${version}, new ones begin with the newest.`,
        html`Or make the edit compatible: keep name, kind and order of the tasks that instances have come to, and what decides the way to them. Tasks behind that may change. So may
          inputs of calls that were not made yet, and their endpoints.`);
    }
    if (counts['no-definition']) {
      items.push(html`Put the definition of version ${version} back until its instances have ended.`);
    }
    if (counts.unreadable) {
      items.push(html`Look for the key or the payload codec that wrote the entry.`);
    }
    return html`<div class="advice">What to do<ul>${items.map(item => html`<li>${item}</li>`)}<li>Of development data only: discard the instances. Each is cancelled, and kept until its retention ends.</li></ul></div>`;
  }

  #stopped() {
    return this.report.versions.reduce((sum, { counts }) => sum + Object.keys(counts).filter(verdict => !WORDS[verdict]?.good)
      .reduce((part, verdict) => part + counts[verdict], 0), 0);
  }

  #later(millis = SETTLE_MILLIS) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), millis);
  }

  async check() {
    if (!this.source?.call || this.busy) {
      return;
    }
    this.busy = true;
    try {
      this.report = await this.source.call('checkSurvival');
      this.problem = null;
    } catch (failure) {
      this.problem = failure;
    } finally {
      this.busy = false;
    }
  }

  async #discard(workflow, version) {
    const done = await confirmAction(this, {
      heading: 'Discard the parked instances?', danger: true, confirm: 'Discard',
      text: html`<p>All parked instances of ${localName(workflow)} ${version} are cancelled. They cannot go on afterwards.</p>`,
      act: (reason = 'Discarded in the Dev UI') => this.source.post('operations', { command: 'cancel', filter: { workflow, version, parked: true }, reason }),
    });
    if (done) {
      this.note = html`They are being cancelled. <a href=${link('operations')}>Watch the operation</a>`;
      this.#later(1_500);
    }
  }
}
customElements.define('cairn-survival-page', SurvivalPage);
