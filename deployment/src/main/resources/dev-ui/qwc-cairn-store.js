import { CairnPage } from './cairn-page.js';

class CairnStorePage extends CairnPage {
  get home() {
    return 'cluster';
  }
}

customElements.define('qwc-cairn-store', CairnStorePage);
