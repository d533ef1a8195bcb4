/** How zod itself words a fault (zod/v4/locales/en): none of this is meant for a user of ours. */
export const zodWords =
  /Invalid (input|option|string|key|value|element|number|discriminator)|expected \w+, received|Unrecognized key|Too (small|big)|must (start|end) with|must be a multiple/i;
