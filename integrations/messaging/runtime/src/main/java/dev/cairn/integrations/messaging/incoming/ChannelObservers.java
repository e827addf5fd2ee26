package dev.cairn.integrations.messaging.incoming;

import java.util.List;

import dev.cairn.integrations.messaging.status.ChannelObserver;

/** Several observers as one. */
final class ChannelObservers implements ChannelObserver {

    private final List<ChannelObserver> observers;

    ChannelObservers(List<ChannelObserver> observers) {
        this.observers = List.copyOf(observers);
    }

    @Override
    public void opened(String channel) {
        observers.forEach(observer -> observer.opened(channel));
    }

    @Override
    public void received(String channel) {
        observers.forEach(observer -> observer.received(channel));
    }

    @Override
    public void refused(String channel) {
        observers.forEach(observer -> observer.refused(channel));
    }

    @Override
    public void paused(String channel) {
        observers.forEach(observer -> observer.paused(channel));
    }
}
