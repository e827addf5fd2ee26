import { noChange } from 'lit';
import { Directive, PartType, directive } from 'lit/directive.js';

/** Sets CSS properties of an element through the CSSOM, which a strict Content-Security-Policy permits; a style attribute it does not. */
class CssPropsDirective extends Directive {
  constructor(part) {
    super(part);
    if (part.type !== PartType.ELEMENT) {
      throw new Error('cssProps belongs into the tag of an element');
    }
  }

  render() {
    return noChange;
  }

  update(part, [properties]) {
    for (const [name, value] of Object.entries(properties)) {
      part.element.style.setProperty(name, value);
    }
    return noChange;
  }
}

/** `<div ${cssProps({'--left': '4px'})}>` */
export const cssProps = directive(CssPropsDirective);
