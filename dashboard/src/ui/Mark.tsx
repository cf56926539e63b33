/** The service's own logo, for organizations without a logo. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#123c4a" />
    <path d="M5 22a11 11 0 0 1 22 0z" fill="#f2a900" />
    <path d="M5 25h22" stroke="#fff" strokeWidth="2" />
  </svg>
)
