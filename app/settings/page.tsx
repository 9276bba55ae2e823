import { redirect } from 'next/navigation';

/** Redirects to the secrets. */
export default function SettingsPage() {
  redirect('/settings/secrets');
}
