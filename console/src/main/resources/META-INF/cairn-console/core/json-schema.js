/**
 * Checks values against a JSON Schema before they are sent, so that the form shows most mistakes at once. The application has the last word:
 * here, unknown keywords and references to other documents permit everything.
 */

import { ExactNumber, typeOf } from './exact-json.js';
import { wrongFormat } from './text-formats.js';

const MAX_DEPTH = 64;
const MAX_PROBLEMS = 50;
const MAX_INITIAL_ITEMS = 3;

/**
 * Checks a value.
 * @param {object|boolean} schema the whole document, in which its references are looked up
 * @returns {{pointer: string, message: string, misfit: boolean, advice: boolean}[]} empty if the value is valid; pointers are JSON pointers.
 *   `misfit` if no field of a form can show the value, `advice` if the application takes it all the same: it asserts no formats
 */
export function validate(schema, value) {
  return check(schema, value, '', { root: schema, depth: 0, formats: true }).slice(0, MAX_PROBLEMS);
}

/** Follows references and puts `allOf` together, so that a form need not know them. */
export function resolve(schema, root, depth = 0) {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) {
    return schema === false ? { not: {} } : {};
  }
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema;
    return { ...resolve(lookUp($ref, root) ?? {}, root, depth + 1), ...beside };
  }
  if (!schema.allOf) {
    return schema;
  }
  const { allOf, ...own } = schema;
  return allOf.map(part => resolve(part, root, depth + 1)).reduce((whole, part) => ({
    ...whole, ...part,
    properties: whole.properties || part.properties ? { ...whole.properties, ...part.properties } : undefined,
    required: whole.required || part.required ? [...whole.required ?? [], ...part.required ?? []] : undefined,
  }), own);
}

/** The value that a form begins with: defaults and constants, the objects around them, and the items that a list needs; or undefined. */
export function initial(schema, root = schema, depth = 0) {
  const resolved = resolve(schema, root);
  if (resolved.default !== undefined) {
    return resolved.default;
  }
  if (resolved.const !== undefined) {
    return resolved.const;
  }
  if (depth < MAX_DEPTH && resolved.minItems > 0 && resolved.items && !Array.isArray(resolved.items)) {
    return Array.from({ length: Math.min(resolved.minItems, MAX_INITIAL_ITEMS) }, () => initial(resolved.items, root, depth + 1) ?? null);
  }
  if (depth < MAX_DEPTH && isObjectSchema(resolved)) {
    const entries = Object.entries(resolved.properties ?? {})
      .filter(([name, property]) => resolved.required?.includes(name) || hasDefault(property, root))
      .map(([name, property]) => [name, initial(property, root, depth + 1)])
      .filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries);
  }
  return undefined;
}

function hasDefault(property, root) {
  return resolve(property, root).default !== undefined;
}

/** True if the values of a schema are objects, also if it does not say so in words. */
export function isObjectSchema(schema) {
  return typesOf(schema).includes('object') || !schema.type && Boolean(schema.properties);
}

/** The types that a schema permits; empty for all. */
export function typesOf(schema) {
  return schema.type === undefined ? [] : [schema.type].flat();
}

export function escapePointer(name) {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}

function lookUp(reference, root) {
  if (reference === '#') {
    return root;
  }
  if (!reference.startsWith('#/')) {
    return undefined;
  }
  return reference.slice(2).split('/').map(segment => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((at, segment) => at?.[segment], root);
}

function fits(value, type) {
  return type === 'integer' ? isWhole(value) : typeOf(value) === type;
}

function isWhole(value) {
  // As a number of JavaScript a long fraction may be whole.
  return value instanceof ExactNumber ? /^-?\d+(\.0*)?$/.test(value.text) || /e/i.test(value.text) && Number.isInteger(Number(value.text)) : Number.isInteger(value);
}

function check(schema, value, pointer, context) {
  if (schema === true || context.depth > MAX_DEPTH) {
    return [];
  }
  if (schema === false) {
    return [{ pointer, message: 'is not permitted' }];
  }
  const inner = { ...context, depth: context.depth + 1 };
  const problems = [];
  const tell = message => problems.push({ pointer, message });
  const types = typesOf(schema);
  if (types.length && !types.some(type => fits(value, type))) {
    problems.push({ pointer, message: `has to be ${types.map(withArticle).join(' or ')}`, misfit: value !== null });
    return problems;
  }
  if (schema.enum && !schema.enum.some(one => equal(one, value))) {
    tell(`has to be one of ${schema.enum.map(one => JSON.stringify(one)).join(', ')}`);
  }
  if (schema.const !== undefined && !equal(schema.const, value)) {
    tell(`has to be ${JSON.stringify(schema.const)}`);
  }
  if (schema.$ref !== undefined) {
    problems.push(...check(lookUp(schema.$ref, context.root) ?? true, value, pointer, inner));
  }
  const byType = { string: checkText, number: checkNumber, array: checkArray, object: checkObject }[typeOf(value)];
  byType?.(schema, value, pointer, inner, tell, problems);
  checkCombinations(schema, value, pointer, inner, tell, problems);
  return problems;
}

function withArticle(type) {
  return { object: 'an object', array: 'a list', integer: 'a whole number', null: 'null', boolean: 'true or false', string: 'a text' }[type] ?? `a ${type}`;
}

function checkText(schema, value, pointer, context, tell, problems) {
  const length = [...value].length;
  if (length < schema.minLength) {
    tell(schema.minLength === 1 ? 'must not be empty' : `has at least ${schema.minLength} characters`);
  }
  if (length > schema.maxLength) {
    tell(`has at most ${schema.maxLength} characters`);
  }
  if (schema.pattern !== undefined && !matches(schema.pattern, value)) {
    tell(`has to match ${schema.pattern}`);
  }
  const misform = context.formats && wrongFormat(schema.format, value);
  if (misform) {
    problems.push({ pointer, message: misform, advice: true });
  }
}

/** The application may know patterns that a browser does not. */
function matches(pattern, text) {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function checkNumber(schema, given, pointer, context, tell) {
  // Near enough for those that keep their digits.
  const value = Number(given);
  const [minimum, maximum, above, below] = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum].map(Number);
  if (value < minimum) {
    tell(`is at least ${schema.minimum}`);
  }
  if (value > maximum) {
    tell(`is at most ${schema.maximum}`);
  }
  if (value <= above) {
    tell(`is more than ${schema.exclusiveMinimum}`);
  }
  if (value >= below) {
    tell(`is less than ${schema.exclusiveMaximum}`);
  }
  if (schema.multipleOf > 0 && Math.abs(value / schema.multipleOf - Math.round(value / schema.multipleOf)) > 1e-9) {
    tell(`is a multiple of ${schema.multipleOf}`);
  }
}

function checkArray(schema, value, pointer, context, tell, problems) {
  if (value.length < schema.minItems) {
    tell(`has at least ${schema.minItems} ${schema.minItems === 1 ? 'item' : 'items'}`);
  }
  if (value.length > schema.maxItems) {
    tell(`has at most ${schema.maxItems} items`);
  }
  if (schema.uniqueItems && new Set(value.map(canonical)).size < value.length) {
    tell('has an item twice');
  }
  if (schema.contains !== undefined && schema.minContains !== 0
      && !value.some(item => isValid(schema.contains, item, context))) {
    tell('lacks an item that it has to contain');
  }
  const prefix = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []);
  const rest = Array.isArray(schema.items) ? schema.additionalItems ?? true : schema.items ?? true;
  value.forEach((item, index) => problems.push(...check(prefix[index] ?? rest, item, `${pointer}/${index}`, context)));
}

function checkObject(schema, value, pointer, context, tell, problems) {
  const names = Object.keys(value);
  const at = name => `${pointer}/${escapePointer(name)}`;
  const missing = [...schema.required ?? [], ...Object.entries(schema.dependentRequired ?? {}).filter(([name]) => name in value).flatMap(([, more]) => more)];
  missing.filter(name => !Object.hasOwn(value, name)).forEach(name => problems.push({ pointer: at(name), message: 'is required' }));
  if (names.length < schema.minProperties) {
    tell(`has at least ${schema.minProperties} fields`);
  }
  if (names.length > schema.maxProperties) {
    tell(`has at most ${schema.maxProperties} fields`);
  }
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const name of names) {
    const own = Object.hasOwn(schema.properties ?? {}, name) ? [schema.properties[name]] : [];
    const fitting = [...own, ...patterns.filter(([pattern]) => matches(pattern, name)).map(([, part]) => part)];
    if (schema.propertyNames !== undefined && !isValid(schema.propertyNames, name, context)) {
      problems.push({ pointer: at(name), message: 'has a name that is not permitted' });
    }
    if (!fitting.length && schema.additionalProperties === false) {
      problems.push({ pointer: at(name), message: 'is not a field of this object' });
    }
    (fitting.length ? fitting : [schema.additionalProperties ?? true]).filter(part => part !== false)
      .forEach(part => problems.push(...check(part, value[name], at(name), context)));
  }
}

function checkCombinations(schema, value, pointer, context, tell, problems) {
  const valid = part => isValid(part, value, context);
  (schema.allOf ?? []).forEach(part => problems.push(...check(part, value, pointer, context)));
  if (schema.anyOf && !schema.anyOf.some(valid)) {
    problems.push(...closest(schema.anyOf, value, pointer, context));
  }
  if (schema.oneOf) {
    const count = schema.oneOf.filter(valid).length;
    if (count === 0) {
      problems.push(...closest(schema.oneOf, value, pointer, context));
    } else if (count > 1) {
      tell('fits several variants of which it has to fit one');
    }
  }
  if (schema.not !== undefined && valid(schema.not)) {
    tell('is not permitted');
  }
  if (schema.if !== undefined) {
    problems.push(...check((valid(schema.if) ? schema.then : schema.else) ?? true, value, pointer, context));
  }
}

/** True if a value is valid for the application. The application asserts no formats. */
function isValid(schema, value, context) {
  return !check(schema, value, '', { ...context, formats: false }).length;
}

/** The problems of the variant with the fewest problems. */
function closest(variants, value, pointer, context) {
  return variants.map(part => check(part, value, pointer, context)).reduce((best, problems) => problems.length < best.length ? problems : best);
}

function equal(left, right) {
  return canonical(left) === canonical(right);
}

/** A text of a value, independent of the order of its fields. `1.0` and `1` have the same text. */
function canonical(value) {
  return JSON.stringify(value, function sorted(key, part) {
    if (this[key] instanceof ExactNumber) {
      return this[key].simplified();
    }
    return typeOf(part) === 'object' ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1)) : part;
  });
}
