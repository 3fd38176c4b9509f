import { PictureInPicture2, VideoOff } from '#ui/icons/icons.ts';
import { useEffect, useEffectEvent, useId, useRef, useState, use, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getLanguageLabel, isLocale } from '#platform/shared/locale.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { Block } from '#features/learning/shared/content.ts';
import { getLanguageProps, PageMessage, usePageLanguage } from './content-language.tsx';
import { MissingMedia } from './drawing.tsx';
import { queueStep } from './learning-outbox.ts';
import { PackageContext, Paragraphs } from './rich-text.tsx';
import { VideoPositionsContext } from './video-positions.ts';

type Video = Extract<Block, { kind: 'video' }>;

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];
const off = 'off';
const reportEveryS = 5;

/** Shared by all videos of the visit. */
const viewerPreferences: { speed: number; captions: string | null } = { speed: 1, captions: null };

export function VideoBlock({ block, lesson }: { block: Video; lesson: string }) {
  const [isMissing, setIsMissing] = useState(block.url === null);
  return (
    <section className="mt-6" aria-label={block.title}>
      <h3 className="mb-2">{block.title}</h3>
      {isMissing || block.url === null ? (
        <MissingMedia icon={VideoOff}>
          <PageMessage id="learning.player.no_video" />
        </MissingMedia>
      ) : (
        <Player block={block} url={block.url} lesson={lesson} onMissing={() => setIsMissing(true)} />
      )}
      <Disclosure title={<PageMessage id="learning.player.transcript" />} isOpen={isMissing}>
        <Paragraphs paragraphs={block.transcript} />
      </Disclosure>
    </section>
  );
}

interface PlayerProps {
  block: Video;
  url: string;
  lesson: string;
  onMissing: () => void;
}

function Player({ block, url, lesson, onMissing }: PlayerProps) {
  const intl = useIntl();
  const video = useRef<HTMLVideoElement>(null);
  const [speed, setSpeed] = useState(viewerPreferences.speed);
  const [captions, setCaptions] = useState(
    () =>
      [viewerPreferences.captions, block.captions[0]?.culture].find(
        (culture) => culture === off || hasCaptions(block, culture),
      ) ?? off,
  );
  const position = useVideoPosition(block, lesson);
  const show = (culture: string) => {
    for (const track of video.current?.textTracks ?? [])
      track.mode = track.id === trackId(block, culture) ? 'showing' : 'disabled';
  };
  const begin = (element: HTMLVideoElement) => {
    element.playbackRate = speed;
    show(captions);
    const second = position.place();
    // A video that was watched to its end starts over.
    if (second > 1 && second < element.duration - 3) element.currentTime = second;
  };
  const canFloat = 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;
  return (
    <>
      {/* The transcript is shown below, and captions are listed if there are any. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        className="block aspect-16/9 w-full rounded-box bg-sunken"
        controls
        playsInline
        preload="metadata"
        src={url}
        aria-label={block.title}
        {...(block.poster !== null && { poster: block.poster })}
        onLoadedMetadata={({ currentTarget }) => begin(currentTarget)}
        onTimeUpdate={({ currentTarget }) => position.pass(currentTarget.currentTime)}
        onPause={({ currentTarget }) => position.stop(currentTarget.currentTime)}
        onSeeked={({ currentTarget }) => position.stop(currentTarget.currentTime)}
        onError={onMissing}
      >
        {block.captions.map((cue) => (
          <track
            key={cue.culture}
            id={trackId(block, cue.culture)}
            kind="captions"
            src={cue.url}
            srcLang={getLanguageProps(cue.culture).lang}
            label={getCaptionsLabel(cue.culture)}
          />
        ))}
      </video>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 text-(length:--t-sm) text-ink-2" {...usePageLanguage()}>
        <VideoSelect
          label={<FormattedMessage id="learning.player.speed" />}
          value={String(speed)}
          onChange={(value) => {
            viewerPreferences.speed = Number(value);
            setSpeed(viewerPreferences.speed);
            if (video.current) video.current.playbackRate = viewerPreferences.speed;
          }}
        >
          {speeds.map((rate) => (
            <option key={rate} value={rate}>
              {intl.formatMessage({ id: 'learning.player.times' }, { speed: rate })}
            </option>
          ))}
        </VideoSelect>
        {block.captions.length > 0 && (
          <VideoSelect
            label={<FormattedMessage id="learning.player.captions" />}
            value={captions}
            onChange={(value) => {
              viewerPreferences.captions = value;
              setCaptions(value);
              show(value);
            }}
          >
            <option value={off}>{intl.formatMessage({ id: 'learning.player.captions_off' })}</option>
            {block.captions.map(({ culture }) => (
              <option key={culture} value={culture} lang={getLanguageProps(culture).lang}>
                {getCaptionsLabel(culture)}
              </option>
            ))}
          </VideoSelect>
        )}
        {canFloat && (
          <IconButton
            className="ms-auto"
            label={intl.formatMessage({ id: 'learning.player.float' })}
            onClick={() => void togglePictureInPicture(video.current)}
          >
            <PictureInPicture2 size={20} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </>
  );
}

const hasCaptions = (block: Video, culture: string | null | undefined) =>
  block.captions.some((cue) => cue.culture === culture);
const getCaptionsLabel = (culture: string) => (isLocale(culture) ? getLanguageLabel(culture) : culture);
const trackId = (block: Video, culture: string) => `${block.id}-${culture}`;

async function togglePictureInPicture(video: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement === video) await document.exitPictureInPicture();
    else await video?.requestPictureInPicture();
  } catch {
    // Browsers may reject the request, for example before metadata is loaded.
  }
}

interface VideoSelectProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function VideoSelect({ label, value, onChange, children }: VideoSelectProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-1">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="min-h-tap max-w-27 rounded-in bg-transparent px-1 font-strong text-ink [&>option]:bg-surface"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </span>
  );
}

/** Positions of this visit, which may not be saved on the server yet. */
const leftPositions = new Map<string, number>();

/** Reports the position every five seconds, on pause and when the page closes. */
function useVideoPosition({ id }: Video, lesson: string) {
  const packageId = use(PackageContext);
  const places = use(VideoPositionsContext);
  const name = `${packageId} ${lesson} ${id}`;
  const [first] = useState(() => leftPositions.get(name) ?? places.find((video) => video.id === id)?.seconds ?? 0);
  const reported = useRef(first);
  const current = useRef(first);
  const report = () => {
    if (Math.abs(current.current - reported.current) < 0.5) return;
    reported.current = current.current;
    leftPositions.set(name, current.current);
    const second = Math.round(current.current * 10) / 10;
    queueStep(packageId, { kind: 'video', lesson, video: id, second });
  };
  const leave = useEffectEvent(report);
  useEffect(() => {
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    place: () => reported.current,
    pass(second: number) {
      current.current = second;
      if (Math.abs(second - reported.current) >= reportEveryS) report();
    },
    stop(second: number) {
      current.current = second;
      report();
    },
  };
}
