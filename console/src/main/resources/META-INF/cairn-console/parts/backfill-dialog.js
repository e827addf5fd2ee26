import { LitElement, css, html } from 'lit';
import { now } from '../core/clock.js';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { settled } from './modal-dialog.js';
import './problem-view.js';

const DAY_MILLIS = 86_400_000;

/**
 * Asks for a range of time, and backfills a schedule.
 *
 * @param {LitElement} host whose colours the dialog has
 * @param {object} options `name` of the schedule; `act(range)` is given `from`, `to` and `reason`
 * @returns {Promise<{result: any}|null>} null if the viewer gave up
 */
export function backfillSchedule(host, options) {
  return settled(host, Object.assign(document.createElement('cairn-backfill-dialog'), { options }));
}

/** The dialog of {@link backfillSchedule}. The times are of the viewer's zone. */
class BackfillDialog extends LitElement {
  static properties = { options: { attribute: false }, problem: { state: true }, busy: { state: true } };
  static styles = [controls, css`
    .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr)); gap: 12px; }
    .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
    input, textarea { width: 100%; }
  `];

  #openedAt = now();

  render() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return html`
      <cairn-modal-dialog open heading="Backfill ${this.options.name}" @close=${() => this.#settle(null)}>
        <p>Each occurrence that was due in the range starts an instance, unless it has one. No policy applies, and at most 10,000 are started.</p>
        <form class="fields" @submit=${this.#send}>
          <div class="field"><label for="from">From</label>
            <input id="from" type="datetime-local" required autofocus .value=${localText(this.#openedAt - DAY_MILLIS)}></div>
          <div class="field"><label for="to">To <span class="muted">(not included)</span></label>
            <input id="to" type="datetime-local" required .value=${localText(this.#openedAt)}></div>
          <button hidden></button>
        </form>
        <p class="muted small">Times of the zone ${zone}.</p>
        <div class="field"><label for="reason">Reason <span class="muted">(kept in the journals and the audit log)</span></label>
          <textarea id="reason" rows="2" maxlength="500"></textarea></div>
        <cairn-problem-view .problem=${this.problem}></cairn-problem-view>
        <button slot="actions" @click=${() => this.#settle(null)}>Back</button>
        <button slot="actions" class="primary" ?disabled=${this.busy} @click=${this.#send}>Backfill</button>
      </cairn-modal-dialog>`;
  }

  async #send(submission) {
    submission.preventDefault();
    const to = this.renderRoot.querySelector('#to');
    to.setCustomValidity(this.#time('from') > this.#time('to') ? 'The range ends before it begins.' : '');
    if (this.busy || !this.renderRoot.querySelector('form').reportValidity()) {
      return;
    }
    this.busy = true;
    this.problem = null;
    try {
      const reason = this.renderRoot.querySelector('#reason').value.trim() || undefined;
      this.#settle({ result: await this.options.act({ from: this.#time('from'), to: this.#time('to'), reason }) });
    } catch (failure) {
      this.problem = Problem.of(failure);
    } finally {
      this.busy = false;
    }
  }

  /** The time of a field in UTC; undefined if it is empty or no time. */
  #time(id) {
    const time = new Date(this.renderRoot.querySelector(`#${id}`).value);
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  }

  #settle(detail) {
    this.dispatchEvent(new CustomEvent('settled', { detail }));
  }
}
customElements.define('cairn-backfill-dialog', BackfillDialog);

/** A time of the viewer's zone in whole minutes, as fields for times have it. */
function localText(millis) {
  return new Date(millis - new Date(millis).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
