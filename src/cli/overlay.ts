/** Settings of a file or an earlier run with those of flags over them. */

/** Flags override the base; everything else stays. */
export function overlay(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isRecord(over) || !isRecord(base)) return isRecord(over) ? overlay({}, over) : over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const next = overlay(merged[key], value);
    if (next !== undefined) merged[key] = next;
  }
  return merged;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
