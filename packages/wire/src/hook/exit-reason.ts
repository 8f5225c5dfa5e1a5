/** Why a session ended. */
export const exitReasons = ['clear', 'logout', 'prompt_input_exit', 'other', 'bypass_permissions_disabled'] as const;
export type ExitReason = (typeof exitReasons)[number];
