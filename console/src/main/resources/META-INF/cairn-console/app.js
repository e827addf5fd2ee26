import { LitElement, css, html, nothing } from 'lit';
import { liveOf } from './core/live.js';
import { NAVIGATION, pageOf } from './core/pages.js';
import { link, watchRoute } from './core/router.js';
import { HttpSource, Problem } from './core/source.js';
import { controls, tokens } from './core/styles.js';
import { icon } from './parts/icon-label.js';
import { loginLink } from './parts/login-link.js';
import { revealAcross } from './parts/reveal-across.js';
import './parts/problem-view.js';

const THEMES = ['system', 'light', 'dark'];
const THEME_KEY = 'cairn-theme';
const LIVE_WORDS = { open: 'Live', connecting: 'Connecting', closed: 'Reconnecting', refused: 'Not live', 'logged-out': 'Logged out' };

/**
 * The console: head, navigation, and the page of the route in the address. `embedded` is set in the Dev UI, which has its own head and colours;
 * `home` is the first page there, since its address has no route at first.
 */
class CairnApp extends LitElement {
  static properties = {
    source: { attribute: false },
    route: { state: true },
    page: { state: true },
    opening: { state: true },
    problem: { state: true },
    live: { state: true },
    theme: { reflect: true },
    embedded: { type: Boolean },
    home: { attribute: false },
  };

  static styles = [tokens, controls, css`
    :host { display: block; min-height: 100vh; background: var(--c-bg); color: var(--c-text); font: 14px/20px var(--c-font); }
    :host([embedded]) { min-height: 100%; }
    .head {
      position: sticky; top: 0; z-index: 10; display: flex; align-items: center; gap: 4px 16px; padding: 0 20px; min-height: 48px; flex-wrap: wrap;
      background: var(--c-panel); border-bottom: 1px solid var(--c-line);
    }
    .brand { display: flex; align-items: center; gap: 8px; font-weight: 650; font-size: 15px; color: var(--c-text); }
    .brand svg { width: 20px; height: 20px; fill: var(--c-accent); }
    .brand:hover { text-decoration: none; }
    nav { display: flex; gap: 4px; overflow-x: auto; scrollbar-width: none; align-self: stretch; }
    nav a {
      display: flex; align-items: center; gap: 6px; padding: 0 10px; min-height: 46px; color: var(--c-muted); font-size: 13px; font-weight: 500;
      white-space: nowrap; border-bottom: 2px solid transparent; border-top: 2px solid transparent;
    }
    nav a:hover { color: var(--c-text); text-decoration: none; }
    nav a[aria-current='page'] { color: var(--c-text); border-bottom-color: var(--c-accent); }
    nav a:focus-visible { outline-offset: -2px; }
    .live { display: inline-flex; align-items: center; gap: 6px; font-size: 12px; color: var(--c-muted); }
    .dot { width: 8px; height: 8px; border-radius: 50%; background: var(--c-waiting); }
    .live.open .dot { background: var(--c-completed); }
    .live.closed, .live.refused, .live.logged-out { color: var(--c-faulted); }
    .live.closed .dot, .live.refused .dot, .live.logged-out .dot { background: var(--c-faulted); }
    .skip { position: absolute; left: 8px; top: -48px; background: var(--c-panel); padding: 8px; z-index: 11; }
    .skip:focus { top: 4px; }
    main { padding: 20px; max-width: 1680px; margin: 0 auto; }
    /* Lines of a list would become too long to be followed; graphs, timelines and sources gain by the width. */
    main:has(> cairn-instance-page), main:has(> cairn-workflow-page) { max-width: 2400px; }
    main:focus { outline: none; }
    .missing { max-width: 60ch; padding: 48px 0; margin: 0 auto; text-align: center; }
    @media (max-width: 720px) {
      .head { padding: 4px 12px 0; }
      nav { order: 3; margin: 0 -12px; padding: 0 4px; width: calc(100% + 24px); border-top: 1px solid var(--c-line); }
      nav a { min-height: 40px; padding: 0 8px; }
      main { padding: 12px; }
    }
  `];

  constructor() {
    super();
    this.source = new HttpSource();
    this.home = 'workflows';
    this.theme = stored(THEME_KEY) ?? 'system';
  }

  connectedCallback() {
    super.connectedCallback();
    this.hub = liveOf(this.source);
    this.live = this.hub.state;
    this.hub.addEventListener('state', this.#liveChanged);
    this.routing = watchRoute(route => this.#go(route));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.hub.removeEventListener('state', this.#liveChanged);
    this.routing.close();
  }

  updated(changed) {
    if (changed.has('theme') && !this.embedded) {
      document.documentElement.dataset.theme = this.theme;
    }
    if (this.revealed !== this.route?.segments[0]) {
      this.revealed = this.route?.segments[0];
      revealAcross(this.renderRoot.querySelector('nav'), this.renderRoot.querySelector("nav [aria-current='page']"));
    }
  }

  render() {
    return html`
      <div class="head" role="banner">
        <button class="skip" @click=${this.#skip}>Skip to content</button>
        ${this.embedded ? nothing : html`<a class="brand" href=${link('workflows')}><svg viewBox="0 0 32 32" aria-hidden="true">
          <ellipse cx="16" cy="26" rx="12" ry="4.5"></ellipse><ellipse cx="16" cy="17" rx="8.5" ry="4"></ellipse>
          <ellipse cx="16" cy="9" rx="5.5" ry="3.5"></ellipse></svg>Cairn</a>`}
        <nav aria-label="Pages">${NAVIGATION.filter(entry => this.embedded || !entry.devOnly).map(entry => html`
          <a href=${link(entry.path)} aria-current=${this.route?.segments[0] === entry.path ? 'page' : nothing}>${icon(entry.icon)}${entry.label}</a>`)}
        </nav>
        <span class="grow"></span>
        ${this.live in LIVE_WORDS ? html`<span class="live ${this.live}" role="status"><span class="dot"></span>${LIVE_WORDS[this.live]}${
          this.live === 'logged-out' ? html` ${loginLink()}` : nothing}</span>` : nothing}
        ${this.embedded ? nothing : html`<button class="quiet icon" title="Colours: ${this.theme}" aria-label="Colours: ${this.theme}"
          @click=${this.#nextTheme}>${icon(this.theme)}</button>`}
      </div>
      <main id="main" tabindex="-1" aria-busy=${this.opening ? 'true' : nothing}>${this.#content()}</main>`;
  }

  #content() {
    if (this.problem) {
      return html`<cairn-problem-view .problem=${this.problem} retryable @retry=${() => this.#go(this.route)}></cairn-problem-view>`;
    }
    return this.page ?? nothing;
  }

  async #go(route) {
    const moved = this.route && this.route.path !== route.path;
    this.route = route;
    const page = pageOf(route);
    if (!page) {
      if (route.segments.length === 0) {
        history.replaceState(history.state, '', link(this.home));
        this.#go({ path: this.home, segments: [this.home], params: {} });
      } else {
        this.#show(Object.assign(document.createElement('p'), { className: 'missing', textContent: 'There is no such page.' }), 'Not found');
      }
      return;
    }
    // The same element stays for the same path, so that parameters can change without reading everything anew.
    if (this.page?.localName === page.tag && !moved && !this.problem) {
      this.page.route = route;
      return;
    }
    await this.#open(page, route, moved);
  }

  async #open(page, route, moved) {
    this.opening = true;
    try {
      await page.fetch();
    } catch (failure) {
      if (this.route === route) {
        this.problem = new Problem({ title: `The page “${page.title}” is not there`, detail: 'It could not be fetched. The application may be stopped, or have been updated: reload the page.' });
        console.info(failure);
        this.opening = false;
      }
      return;
    }
    // The viewer may have gone to another page meanwhile.
    if (this.route.path === route.path) {
      this.#show(Object.assign(document.createElement(page.tag), { source: this.source, route: this.route }), page.title);
      if (moved) {
        await this.updateComplete;
        this.renderRoot.querySelector('main').focus({ preventScroll: true });
        window.scrollTo(0, 0);
      }
    }
  }

  #show(element, title) {
    this.problem = null;
    this.opening = false;
    this.page = element;
    const name = this.route.segments[1];
    document.title = name ? `${name} · ${title} · Cairn` : `${title} · Cairn`;
  }

  #skip() {
    this.renderRoot.querySelector('main').focus();
  }

  #nextTheme() {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length];
    try {
      localStorage.setItem(THEME_KEY, this.theme);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }

  #liveChanged = () => {
    this.live = this.hub.state;
  };
}

function stored(key) {
  try {
    const value = localStorage.getItem(key);
    return THEMES.includes(value) ? value : null;
  } catch {
    return null;
  }
}

customElements.define('cairn-app', CairnApp);
