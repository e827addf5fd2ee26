import { LitElement, css, html, nothing } from 'lit';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import './problem-view.js';
import './time-label.js';

/** The commands that an instance was given, with principals and reasons: `<cairn-command-list .source instance-id="01J…" .revision>`. */
export class CommandList extends LitElement {
  static properties = { source: { attribute: false }, instanceId: { attribute: 'instance-id' }, revision: { attribute: false }, commands: { state: true }, problem: { state: true } };
  static styles = [controls, css`:host { display: block; overflow: auto; } td { overflow-wrap: anywhere; }`];

  willUpdate(changed) {
    if (['source', 'instanceId', 'revision'].some(name => changed.has(name))) {
      this.#load();
    }
  }

  async #load() {
    try {
      this.commands = (await this.source.get(`instances/${encodeURIComponent(this.instanceId)}/commands`)).commands;
      this.problem = null;
    } catch (failure) {
      this.problem = Problem.of(failure);
    }
  }

  render() {
    return html`
      <cairn-problem-view .problem=${this.problem} retryable @retry=${this.#load}></cairn-problem-view>
      ${this.commands?.length ? html`<table>
        <thead><tr><th>Time</th><th>Command</th><th>Who</th><th>Reason</th></tr></thead>
        <tbody>${this.commands.map(command => html`<tr>
          <td><cairn-time-label value=${command.at}></cairn-time-label></td><td>${command.command}</td>
          <td>${command.principal ?? html`<span class="muted">the application</span>`}</td><td>${command.reason ?? html`<span class="muted">none given</span>`}</td></tr>`)}</tbody></table>`
        : this.commands ? html`<div class="empty">Nobody has given it a command.</div>` : nothing}`;
  }
}

customElements.define('cairn-command-list', CommandList);
