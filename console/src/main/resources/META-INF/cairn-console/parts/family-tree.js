import { LitElement, css, html, nothing } from 'lit';
import { link, navigate } from '../core/router.js';
import { Problem } from '../core/source.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import { statusBadge } from './status-badge.js';
import './problem-view.js';

/** Maximum ancestors that are read. A longer chain continues on the page of the outermost ancestor. */
const MAX_ANCESTORS = 8;

/**
 * The ancestors and the children of an instance as a tree, and the origin of a fork: `<cairn-family-tree .source .instance .origin>`. Opening a
 * node of the tree reads its children.
 */
export class FamilyTree extends LitElement {
  static properties = { source: { attribute: false }, instance: { attribute: false }, origin: { attribute: false }, ancestors: { state: true }, opened: { state: true }, problem: { state: true } };
  static styles = [controls, css`
    :host { display: block; overflow: auto; }
    .tree { padding: 8px 12px; }
    .line { display: flex; align-items: center; gap: 8px; min-height: 28px; font-size: 13px; padding-left: calc(var(--level) * 20px); flex-wrap: wrap; }
    .line .mono { font-size: 12px; overflow-wrap: anywhere; }
    .self { font-weight: 600; }
    button.icon { min-height: 24px; width: 24px; }
    .sign { width: 24px; }
    form { display: flex; gap: 8px; align-items: center; padding: 8px 12px; border-top: 1px solid var(--c-line); flex-wrap: wrap; }
    form input { flex: 1; min-width: 160px; font-family: var(--c-mono); }
    .l0 { --level: 0; } .l1 { --level: 1; } .l2 { --level: 2; } .l3 { --level: 3; } .l4 { --level: 4; } .l5 { --level: 5; } .l6 { --level: 6; } .l7 { --level: 7; } .l8 { --level: 8; }
  `];

  constructor() {
    super();
    this.ancestors = [];
    this.opened = new Map();
  }

  willUpdate(changed) {
    if (changed.has('instance') && this.instance && changed.get('instance')?.id !== this.instance.id) {
      this.#loadAncestors();
    }
  }

  async #loadAncestors() {
    const chain = [];
    try {
      let id = this.instance.parent;
      while (id && chain.length < MAX_ANCESTORS) {
        const ancestor = await this.source.get(`instances/${encodeURIComponent(id)}`);
        chain.unshift(ancestor);
        id = ancestor.parent;
      }
    } catch (failure) {
      // Its retention may have ended, or the viewer may not see it.
      this.problem = failure.status === 404 ? null : Problem.of(failure);
    }
    this.ancestors = chain;
  }

  async #open(id) {
    const opened = new Map(this.opened);
    if (!opened.delete(id)) {
      try {
        opened.set(id, await this.source.get(`instances/${encodeURIComponent(id)}`));
      } catch (failure) {
        this.problem = Problem.of(failure);
      }
    }
    this.opened = opened;
  }

  render() {
    const { instance } = this;
    if (!instance) {
      return nothing;
    }
    const level = this.ancestors.length;
    return html`
      <cairn-problem-view .problem=${this.problem}></cairn-problem-view>
      <div class="tree">
        ${this.ancestors.map((ancestor, at) => this.#line(ancestor, at))}
        ${instance.parent && !level ? html`<div class="line"><span class="sign"></span><span class="muted">run by</span><a class="mono" href=${link(['instances', instance.parent])}>${instance.parent}</a></div>` : nothing}
        <div class="line self ${levelClass(level)}"><span class="sign"></span>${instance.workflow} ${statusBadge(instance.status, instance.parked)} <span class="muted small">this instance</span></div>
        ${this.#children(instance, level + 1)}
        ${!instance.parent && !instance.children?.length ? html`<div class="line muted">No instance runs it, and it has run none.</div>` : nothing}
        ${this.origin ? html`<div class="line"><span class="sign">${icon('branch')}</span>Forked from <a class="mono" href=${link(['instances', this.origin.from])}>${this.origin.from}</a>
          at <code>${this.origin.task}</code> <a href=${link(['instances', this.origin.from, 'compare', instance.id])}>Compare the two</a></div>` : nothing}
      </div>
      <form @submit=${this.#compare}><label for="other">Compare with</label><input id="other" placeholder="Id of another instance" autocomplete="off" required maxlength="64">
        <button>Compare</button></form>`;
  }

  #children(instance, level) {
    return html`${instance.children?.map(child => {
      const details = this.opened.get(child.id);
      return html`${this.#line(child, level, details)}${details ? this.#children(details, level + 1) : nothing}`;
    })}${instance.moreChildren ? html`<div class="line ${levelClass(level)}"><span class="sign"></span><a href=${link('instances', { parent: instance.id })}>All that it runs</a></div>` : nothing}`;
  }

  #line(one, level, details) {
    const isChild = level > this.ancestors.length;
    return html`<div class="line ${levelClass(level)}">
      ${isChild ? html`<button class="quiet icon" aria-label="Show what it runs" aria-expanded=${Boolean(details)} @click=${() => this.#open(one.id)}>${icon(details ? 'down' : 'right')}</button>` : html`<span class="sign"></span>`}
      <span>${one.workflow} <span class="muted">${one.version}</span></span>${statusBadge(one.status, one.parked)}
      <a class="mono" href=${link(['instances', one.id])}>${one.id}</a>
      ${details && !details.children?.length ? html`<span class="muted small">runs none</span>` : nothing}</div>`;
  }

  #compare(event) {
    event.preventDefault();
    const other = event.target.querySelector('input').value.trim();
    if (other) {
      navigate(['instances', this.instance.id, 'compare', other]);
    }
  }
}

function levelClass(level) {
  return `l${Math.min(8, level)}`;
}

customElements.define('cairn-family-tree', FamilyTree);
