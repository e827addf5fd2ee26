import { LitElement, css, html, nothing } from 'lit';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import './time-label.js';

const KINDS = {
  call: ['turn', 'waits for the answer to a call'], retry: ['retry', 'pauses before the next attempt'], timer: ['clock', 'waits for its timer'],
  event: ['event', 'listens for an event'], clock: ['clock', 'reads the clock'],
};

/**
 * The pending effects of an instance: `<cairn-pending-list .pending=${instance.pending} operable>`. Sends `timer-fire` and `event-send` with `{pending}`, and
 * `task-select` with `{task}`.
 */
export class PendingList extends LitElement {
  static properties = { pending: { attribute: false }, operable: { type: Boolean } };

  static styles = [controls, css`
    :host { display: block; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { display: flex; align-items: center; gap: 8px; padding: 6px 12px; font-size: 13px; flex-wrap: wrap; min-height: 40px; }
    li + li { border-top: 1px solid var(--c-line); }
    li > svg.i { color: var(--c-waiting); }
    button { min-height: 28px; }
  `];

  render() {
    return html`<ul>${this.pending?.map(one => this.#line(one))}</ul>`;
  }

  #line(one) {
    const [picture, words] = KINDS[one.kind] ?? ['clock', one.kind];
    return html`<li>${icon(picture)}
      <span class="grow"><button class="link" title=${one.effect} @click=${() => this.#tell('task-select', { task: one.task })}>${one.name || one.task}</button> ${words}
        ${one.attempt > 1 ? html`<span class="chip">attempt ${one.attempt}</span>` : nothing}
        ${one.dueAt ? html`<span class="muted">due <cairn-time-label value=${one.dueAt} mode="relative"></cairn-time-label></span>` : nothing}
        ${one.deadlineAt ? html`<span class="muted">· times out <cairn-time-label value=${one.deadlineAt} mode="relative"></cairn-time-label></span>` : nothing}</span>
      ${this.operable && (one.kind === 'timer' || one.kind === 'retry') ? html`<button @click=${() => this.#tell('timer-fire', { pending: one })}>${icon('bolt')}${one.kind === 'retry' ? 'Try now' : 'Fire now'}</button>` : nothing}
      ${this.operable && one.kind === 'event' ? html`<button @click=${() => this.#tell('event-send', { pending: one })}>${icon('send')}Send event</button>` : nothing}
    </li>`;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define('cairn-pending-list', PendingList);
