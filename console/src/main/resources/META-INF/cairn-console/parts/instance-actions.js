import { LitElement, css, html, nothing } from 'lit';
import { COMMANDS, canFork, hasEnded, permits } from '../core/commands.js';
import { formatTime } from '../core/format.js';
import { link } from '../core/router.js';
import { controls } from '../core/styles.js';
import { sendEvent } from './event-dialog.js';
import { forkInstance } from './fork-dialog.js';
import { icon } from './icon-label.js';
import { confirmAction } from './modal-dialog.js';

/** Commands that stand out in a state, since they are what helps there. */
const FIRST = { faulted: 'retry', suspended: 'resume' };
/** Duration of the note about a command. The note is in the past tense, since the instance may have gone on. */
const NOTE_MILLIS = 12_000;

/**
 * The commands that an instance takes now: `<cairn-instance-actions .source=${source} .instance=${details}>`. Each asks for a confirmation
 * and a reason. Sends `instance-changed` (`{command}`) when one is done, so that the page reads the instance again. `compact`, in a list, leaves
 * out commands that need further input; `disabled` permits no command now. A task of `selected`, a run, is the first choice for a fork. The
 * page calls `sendEvent` and `fireTimer` where it lists the pending effects of the instance.
 */
export class InstanceActions extends LitElement {
  static properties = { source: { attribute: false }, instance: { attribute: false }, selected: { attribute: false }, compact: { type: Boolean }, disabled: { type: Boolean }, note: { state: true } };
  static styles = [controls, css`
    :host { display: block; }
    .row { justify-content: flex-end; }
    .note { display: flex; gap: 8px; align-items: center; justify-content: flex-end; font-size: 12.5px; color: var(--c-muted); padding-top: 4px; flex-wrap: wrap; }
    .note svg { color: var(--c-completed); }
    @media (max-width: 720px) { .row, .note { justify-content: flex-start; } }
  `];

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.noteTimer);
  }

  render() {
    const { instance } = this;
    if (!instance) {
      return nothing;
    }
    const given = Object.keys(COMMANDS).filter(name => permits(name, instance));
    const isDanger = name => COMMANDS[name].danger;
    return html`
      <div class="row" role="group" aria-label="Commands">
        ${given.filter(name => !isDanger(name)).map(name => this.#button(name))}
        ${canFork(instance) && !this.compact ? html`<button ?disabled=${this.disabled} @click=${() => this.#forkSelected()}>${icon('branch')}${hasEnded(instance) ? 'Run again from a task' : 'Fork'}</button>` : nothing}
        ${given.filter(isDanger).map(name => this.#button(name))}
      </div>
      <div role="status">${this.note ? html`<div class="note">${icon('check')}<span>${this.note}</span></div>` : nothing}</div>`;
  }

  #button(name) {
    const { label, icon: picture, danger } = COMMANDS[name];
    const look = danger ? 'danger' : !this.compact && FIRST[this.instance.status] === name ? 'primary' : '';
    return html`<button class=${look} ?disabled=${this.disabled} @click=${() => this.give(name)}>${icon(picture)}${name === 'resume' && this.instance.parked ? 'Try again' : label}</button>`;
  }

  /** Asks for a confirmation of a command, and gives it. */
  async give(name) {
    const { label, explanation, danger, done } = COMMANDS[name];
    const mayFork = name === 'retry' && !this.compact && canFork(this.instance);
    const answer = await confirmAction(this, {
      heading: `${label} this instance?`, confirm: `${label} it`, danger, other: mayFork ? 'Run from another task…' : undefined,
      text: html`<div class="stack"><p>${explanation}</p>${mayFork ? html`<p>To begin at another task, or with another input, run it again from there: that starts a
        new instance with the history of this one before the task. This one stays faulted.</p>` : nothing}${this.#which()}</div>`,
      act: reason => this.source.post(`instances/${this.instance.id}/${name}`, { reason }),
    });
    if (answer?.isOther) {
      this.#forkSelected();
    } else if (answer) {
      this.#done(name, done);
    }
  }

  #forkSelected() {
    return this.fork(this.selected?.task || undefined, this.selected?.run);
  }

  #listeners() {
    return this.instance.pending?.filter(({ kind }) => kind === 'event') ?? [];
  }

  /** Types of the events that it listens for, as far as the graph tells. */
  async #listenedTypes() {
    const tasks = this.#listeners().map(({ task }) => task);
    if (!tasks.length) {
      return [];
    }
    try {
      const { nodes } = await this.source.get(['workflows', this.instance.workflow, 'graph'], { version: this.instance.version });
      return [...new Set(nodes.filter(({ task }) => tasks.includes(task)).flatMap(({ events = [] }) => events))];
    } catch {
      // The types are only suggestions.
      return [];
    }
  }

  /** Asks for an event for this instance, and sends it. `event` has what is known of it. */
  async sendEvent(event) {
    const types = await this.#listenedTypes();
    const answer = await sendEvent(this, {
      heading: 'Send an event to this instance', event: { type: types.length === 1 ? types[0] : undefined, ...event }, types,
      text: this.#listeners().length ? 'A task that listens for such an event takes it. Nobody else gets it.' : 'No task of it listens for an event now, so it may be refused.',
      act: (sent, reason) => this.source.post(`instances/${this.instance.id}/events`, { reason, event: sent }),
    });
    if (answer) {
      this.#done('send', html`The event <code>${answer.type}</code> was sent to it.`);
    }
  }

  /** Asks for a task to run again, and forks the instance there. */
  async fork(task, run) {
    const created = await forkInstance(this, { source: this.source, instance: this.instance, task, run });
    if (created) {
      this.#done('fork', html`It was run again as a <a href=${link(['instances', created])}>new instance</a>:
        <a href=${link(['instances', this.instance.id, 'compare', created])}>compare the two</a>`);
    }
  }

  /** Asks for a confirmation that a pending timer, or the next attempt after a failure, is to come now. */
  async fireTimer(pending) {
    const answer = await confirmAction(this, {
      heading: pending.kind === 'retry' ? 'Make the next attempt now?' : 'Fire the timer now?',
      text: html`<p>The task <strong>${pending.name || pending.task}</strong> ${pending.kind === 'retry' ? 'makes its next attempt' : 'goes on'} at once
        instead of ${formatTime(pending.dueAt)}.</p>`,
      confirm: pending.kind === 'retry' ? 'Try now' : 'Fire now', act: reason => this.source.post(`instances/${this.instance.id}/timers`, { effect: pending.effect, reason }),
    });
    if (answer) {
      this.#done('timer', pending.kind === 'retry' ? 'The next attempt was made at once.' : 'The timer was fired.');
    }
  }

  #which() {
    const { workflow, version, businessKey, id } = this.instance;
    return html`<p class="muted small">${workflow} ${version}${businessKey ? ` · ${businessKey}` : ''} · <span class="mono">${id}</span></p>`;
  }

  #done(command, note) {
    this.note = note;
    clearTimeout(this.noteTimer);
    // A link in it has to stay until it is followed.
    this.noteTimer = command === 'fork' ? undefined : setTimeout(() => { this.note = null; }, NOTE_MILLIS);
    this.dispatchEvent(new CustomEvent('instance-changed', { detail: { command }, bubbles: true, composed: true }));
  }
}
customElements.define('cairn-instance-actions', InstanceActions);
