// Measures Go's net/http with encoding/json: peer ADDRESS IN-FLIGHT SECONDS prints what Load.swift of wire-bench does.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

type source struct {
	ID   *string `json:"id"`
	Name string  `json:"name"`
}

type article struct {
	Source      source    `json:"source"`
	Author      *string   `json:"author"`
	Title       string    `json:"title"`
	Description *string   `json:"description"`
	URL         *string   `json:"url"`
	URLToImage  *string   `json:"urlToImage"`
	PublishedAt time.Time `json:"publishedAt"`
	Content     *string   `json:"content"`
}

type page struct {
	Status       string    `json:"status"`
	TotalResults int       `json:"totalResults"`
	Articles     []article `json:"articles"`
}

// The members are those of Round in Load.swift. Durations are in microseconds, the memory in MiB.
type round struct {
	Calls          int     `json:"calls"`
	CallsPerSecond float64 `json:"callsPerSecond"`
	CPUPerCall     float64 `json:"cpuPerCall"`
	P50            float64 `json:"p50"`
	P99            float64 `json:"p99"`
	PeakMemory     float64 `json:"peakMemory"`
}

// By default, two idle connections to a host are kept: with more calls in flight, most would make a new one.
var client = &http.Client{
	Transport: &http.Transport{MaxIdleConns: 1024, MaxIdleConnsPerHost: 1024, DisableCompression: true},
	Timeout:   60 * time.Second,
}

func call(address string) error {
	response, err := client.Get(address)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	var list page
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		return err
	}
	if list.Status != "ok" {
		return fmt.Errorf("not the list")
	}
	// A connection is used again once its body has been read to the end, beyond that of the list.
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// Makes calls one after another in each of several goroutines, and returns their durations in microseconds.
func drive(address string, inFlight int, seconds float64) []float64 {
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	all := make([][]float64, inFlight)
	var group sync.WaitGroup
	for index := range all {
		group.Add(1)
		go func(index int) {
			defer group.Done()
			for {
				start := time.Now()
				if err := call(address); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				all[index] = append(all[index], float64(time.Since(start))/float64(time.Microsecond))
				if !time.Now().Before(end) {
					return
				}
			}
		}(index)
	}
	group.Wait()
	var durations []float64
	for _, some := range all {
		durations = append(durations, some...)
	}
	return durations
}

func processTime() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	seconds := func(time syscall.Timeval) float64 { return float64(time.Sec) + float64(time.Usec)/1e6 }
	return seconds(usage.Utime) + seconds(usage.Stime)
}

func peakMemory() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			kibibytes, _ := strconv.ParseFloat(fields[1], 64)
			return kibibytes / 1024
		}
	}
	return 0
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: peer ADDRESS IN-FLIGHT SECONDS")
		os.Exit(64)
	}
	inFlight, _ := strconv.Atoi(os.Args[2])
	seconds, _ := strconv.ParseFloat(os.Args[3], 64)
	// Opens the connections before the measurement.
	drive(os.Args[1], inFlight, seconds/4)
	processor := processTime()
	start := time.Now()
	durations := drive(os.Args[1], inFlight, seconds)
	elapsed := time.Since(start).Seconds()
	sort.Float64s(durations)
	count := len(durations)
	last := count * 99 / 100
	if last > count-1 {
		last = count - 1
	}
	json.NewEncoder(os.Stdout).Encode(round{
		Calls: count, CallsPerSecond: float64(count) / elapsed,
		CPUPerCall: (processTime() - processor) * 1e6 / float64(count),
		P50:        durations[count/2], P99: durations[last], PeakMemory: peakMemory(),
	})
}
