import { LitElement, css, html, nothing } from 'lit';
import { formatClock, formatUtc, taskName, withVisibleControls } from '../core/format.js';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import './problem-view.js';

/**
 * Lines that this node of the application has logged for an instance: `<cairn-log-lines .source instance-id="01J…" .revision ?readable>`. They
 * need the permission to read payloads: `readable` tells that the viewer has it.
 */
export class LogLines extends LitElement {
  static properties = { source: { attribute: false }, instanceId: { attribute: 'instance-id' }, revision: { attribute: false }, readable: { type: Boolean }, lines: { state: true }, off: { state: true }, problem: { state: true } };
  static styles = [controls, css`
    :host { display: block; overflow: auto; padding: 4px 0; }
    .line { display: grid; grid-template-columns: 96px 56px 1fr; gap: 8px; padding: 1px 12px; font: 12.5px/20px var(--c-mono); }
    .line pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
    .error { color: var(--c-faulted); }
    .warn, .warning { color: var(--c-suspended); }
  `];

  willUpdate(changed) {
    if (this.readable && ['source', 'instanceId', 'revision', 'readable'].some(name => changed.has(name))) {
      this.#load();
    }
  }

  async #load() {
    try {
      const answer = await this.source.get(`instances/${encodeURIComponent(this.instanceId)}/logs`);
      this.lines = answer.lines;
      this.off = !answer.enabled;
      this.problem = null;
    } catch (failure) {
      this.problem = Problem.of(failure);
    }
  }

  render() {
    if (!this.readable) {
      return html`<div class="empty">Log lines need the permission to read payloads.</div>`;
    }
    return html`
      <cairn-problem-view .problem=${this.problem} retryable @retry=${this.#load}></cairn-problem-view>
      ${this.off ? html`<div class="empty">This node keeps no log lines of instances. <code>quarkus.cairn.management.logs.enabled=true</code> has it keep them.</div>` : nothing}
      ${!this.off && this.lines?.length === 0 ? html`<div class="empty">This node has no log line of this instance any more.</div>` : nothing}
      ${this.lines?.map(line => html`<div class="line"><span class="muted" title=${formatUtc(line.at)}>${formatClock(line.at)}</span>
        <span class=${String(line.level).toLowerCase()}>${line.level}</span><pre><span class="muted" title=${line.logger}>${line.task ? `${taskName(line.task)} · ` : ''}</span>${withVisibleControls(line.message ?? '')}${line.error ? `\n${withVisibleControls(line.error)}` : nothing}</pre></div>`)}`;
  }
}

customElements.define('cairn-log-lines', LogLines);
