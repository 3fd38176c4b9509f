import { Bell } from '#ui/icons/icons.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { BrandLogo } from '#ui/display/brand-logo.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkipLink } from '#ui/navigation/skip-link.tsx';
import { ToastRegion } from '#ui/overlays/toast.tsx';
import { Buttons, Statuses } from './gallery-controls.tsx';
import { Choosing, Fields, FormParts } from './gallery-forms.tsx';
import { Overlays, Feedback, OpenedByButtons } from './gallery-overlays.tsx';
import { Drawings, Lists, Numbers, States } from './gallery-display.tsx';
import { ECards } from './gallery-ecards.tsx';
import { Colours, CourseAndDive, Depth, Type } from './gallery-depth.tsx';
import './gallery.css';

/** All components of the kit on one page, for development only. The texts are samples and not translated. */
export function Gallery() {
  return (
    <>
      <SkipLink label="Skip to content" />
      <header className="kit-top">
        <a href="#main" aria-label="Bluewater Divers Association">
          <BrandLogo
            name="Bluewater"
            mark={['M2 15a12 12 0 0 1 24 0Z', 'M6 17.5a12 12 0 0 0 24 0Z']}
            tagline="Divers Association"
          />
        </a>
        <IconButton label="Notifications, 3 unread" badge="3">
          <Bell size={22} aria-hidden="true" />
        </IconButton>
      </header>
      <Banner kind="maintenance">Planned maintenance tonight, 23:00 to 23:30 UTC. Your drafts are safe.</Banner>
      <Banner kind="offline">No network. 2 dives are kept on this device and will be sent later.</Banner>
      <main className="kit" id="main" tabIndex={-1}>
        <h1 className="vh">Kit</h1>
        <div className="g2">
          <Colours />
          <Depth />
        </div>
        <div className="g2">
          <Type />
          <Numbers />
        </div>
        <div className="g2">
          <Buttons />
          <Statuses />
        </div>
        <Fields />
        <Lists />
        <States />
        <Overlays />
        <Drawings />
        <CourseAndDive />
        <ECards />
        <Choosing />
        <FormParts />
        <div className="g2">
          <Feedback />
          <OpenedByButtons />
        </div>
      </main>
      <ToastRegion label="Messages" closeLabel="Close" />
    </>
  );
}
